import { expect, test } from "vitest";
import { verifyWebhook, WebhookVerificationError } from "./index.js";

const SECRET = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";
const BODY = '{"type":"email.opened","timestamp":"2026-12-01T08:00:00Z","sequence":4,"data":{"campaign_id":9}}';
const AT = 1_796_112_000;

const bytesOf = (text: string) => new TextEncoder().encode(text);

/** Signed with the standard's own recipe, apart from the code under test. */
async function sign(secret: string, body: string, at: number, id = "evt_1"): Promise<string> {
  const raw = Uint8Array.from(atob(secret.slice("whsec_".length)), (letter) => letter.charCodeAt(0));
  const key = await crypto.subtle.importKey("raw", raw, { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
  const mac = await crypto.subtle.sign("HMAC", key, bytesOf(`${id}.${at}.${body}`));
  return `v1,${btoa(String.fromCharCode(...new Uint8Array(mac)))}`;
}

const headers = (signature: string, at = AT) => ({
  "webhook-id": "evt_1",
  "webhook-timestamp": String(at),
  "webhook-signature": signature,
});
const now = { now: AT * 1000 };

test("knows the example of the standard's libraries", async () => {
  const body = '{"test": 2432232314}';
  const known = {
    "Webhook-Id": "msg_p5jXN8AQM9LWM0D4loKWxJek",
    "Webhook-Timestamp": "1614265330",
    "Webhook-Signature": "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=",
  };
  const event = await verifyWebhook(body, known, SECRET, { now: 1_614_265_330_000 });
  expect(event).toEqual({ test: 2_432_232_314 });
});

test("gives the event of a right signature, from text, bytes and Headers", async () => {
  const signature = await sign(SECRET, BODY, AT);
  const event = await verifyWebhook(BODY, headers(signature), SECRET, now);
  expect([event.type, event.sequence, event.data]).toEqual(["email.opened", 4, { campaign_id: 9 }]);
  const again = await verifyWebhook(bytesOf(BODY), new Headers(headers(signature)), SECRET, now);
  expect(again.type).toBe("email.opened");
});

test("one right signature among several is enough, as while a secret is rotated", async () => {
  const other = await sign("whsec_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA", BODY, AT);
  const both = `${other} v2,abc ${await sign(SECRET, BODY, AT)}`;
  expect((await verifyWebhook(BODY, headers(both), SECRET, now)).type).toBe("email.opened");
});

test.each([
  ["a changed body", (s: string) => verifyWebhook(BODY.replace("9", "8"), headers(s), SECRET, now)],
  ["another id", (s: string) => verifyWebhook(BODY, { ...headers(s), "webhook-id": "evt_2" }, SECRET, now)],
  ["another secret", (s: string) => verifyWebhook(BODY, headers(s), "whsec_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA", now)],
  ["a timestamp that was not signed", (s: string) => verifyWebhook(BODY, headers(s, AT + 1), SECRET, now)],
  ["a signature that is no base64", () => verifyWebhook(BODY, headers("v1,***"), SECRET, now)],
  ["an old message", (s: string) => verifyWebhook(BODY, headers(s), SECRET, { now: (AT + 301) * 1000 })],
  ["a message from the future", (s: string) => verifyWebhook(BODY, headers(s), SECRET, { now: (AT - 301) * 1000 })],
  [
    "a timestamp that is no number",
    (s: string) => verifyWebhook(BODY, { ...headers(s), "webhook-timestamp": "1e9" }, SECRET, now),
  ],
  ["a missing header", (s: string) => verifyWebhook(BODY, { ...headers(s), "webhook-id": undefined }, SECRET, now)],
])("refuses %s", async (_, verify) => {
  const signature = await sign(SECRET, BODY, AT);
  await expect(verify(signature)).rejects.toBeInstanceOf(WebhookVerificationError);
});

test("a secret that is none is a mistake of the program, not of the message", async () => {
  const signature = await sign(SECRET, BODY, AT);
  await expect(verifyWebhook(BODY, headers(signature), "not base64!", now)).rejects.toBeInstanceOf(TypeError);
});
