import { expect, test } from "vitest";
import { dnsRecord } from "@/testing/fake-server";
import { asText, forHost, hosts, zoneOf } from "./hosts";

const host = (id: string) => hosts.find((one) => one.id === id) ?? hosts[0];
const long = `v=DKIM1; k=rsa; p=${"A".repeat(392)}`;
const txt = dnsRecord({ name: "lpx._domainkey.news.example.org", value: long });
const mx = dnsRecord({ record_type: "MX", name: "bounces.news.example.org", value: "10 mx.example.net" });
const cname = dnsRecord({ record_type: "CNAME", name: "example.org", value: "t.dkim.amazonses.com" });

test.each([
  ["generic", "lpx._domainkey.news.example.org"],
  ["cloudflare", "lpx._domainkey.news"],
  ["google", "lpx._domainkey.news"],
])("%s wants the name as %s", (id, name) => {
  expect(forHost(host(id), txt, "example.org").name).toBe(name);
});

test("texts are split where a host wants strings, and nothing is lost", () => {
  const { value } = forHost(host("route53"), txt, "example.org");
  const strings = value.split(' "').map((part) => part.replaceAll('"', ""));
  expect(value.startsWith('"v=DKIM1; k=rsa; p=')).toBe(true);
  expect(strings.every((part) => part.length <= 255)).toBe(true);
  expect(strings.join("")).toBe(long);
  expect(forHost(host("cloudflare"), txt, "example.org").value).toBe(long);
});

test("the priority of a mail host stands where the host asks for it", () => {
  expect(forHost(host("cloudflare"), mx, "example.org")).toEqual({
    name: "bounces.news",
    value: "mx.example.net",
    priority: "10",
  });
  expect(forHost(host("gandi"), mx, "example.org").value).toBe("10 mx.example.net.");
  expect(forHost(host("ovh"), mx, "example.org")).toEqual({
    name: "bounces.news",
    value: "mx.example.net.",
    priority: "10",
  });
});

test("the zone itself is @ or nothing, names of other zones stay whole", () => {
  expect(forHost(host("route53"), cname, "example.org").name).toBe("");
  expect(forHost(host("godaddy"), cname, "example.org").name).toBe("@");
  expect(forHost(host("godaddy"), cname, "example.net").name).toBe("example.org");
});

test.each([
  ["news.example.org", "example.org"],
  ["example.org", "example.org"],
  ["a.b.example.co.uk", "example.co.uk"],
])("the zone of %s is %s", (domain, zone) => {
  expect(zoneOf(domain)).toBe(zone);
});

test("all records are one text", () => {
  const text = asText(host("cloudflare"), [mx, cname], "example.org");
  expect(text).toContain("Type: MX\nName: bounces.news\nValue: mx.example.net\nPriority: 10\nTTL: 3600");
  expect(text.split("\n\n")).toHaveLength(2);
  const unknown = dnsRecord({ purpose: "spf", value: "" });
  expect(asText(host("cloudflare"), [mx, unknown, cname], "example.org")).toBe(text);
});
