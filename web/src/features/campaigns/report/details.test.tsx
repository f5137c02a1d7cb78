import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, test, vi } from "vitest";
import { signOut } from "@/api/session";
import { parseRows } from "@/lib/csv";
import { link } from "@/testing/figures";
import { REPORTED as BASE, delivery, openReport as open, report } from "@/testing/report";
import { written } from "@/testing/sheet";
import { momentsOf } from "./log-section";

afterEach(() => signOut());

const section = async (name: string) => within(await screen.findByRole("region", { name }));

test("the link map lies in a frame without scripts; its table and CSV say the same", async () => {
  const saved: Blob[] = [];
  const url = { createObjectURL: (blob: Blob) => saved.push(blob) && "blob:x", revokeObjectURL: () => undefined };
  vi.stubGlobal("URL", Object.assign(URL, url));
  vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(() => undefined);
  open(report({ links: [link({ label: "=SUM(A1)" })] }), {}, "?tab=links");
  const frame = await screen.findByTitle("Clicks in Against the feed");
  expect(frame.getAttribute("sandbox")).not.toContain("scripts");
  expect(written(frame)).toContain("12 subscribers clicked, 15 clicks in all");
  const [, row] = within(screen.getByRole("table", { name: "Clicks by link" })).getAllByRole("row");
  expect([...(row?.querySelectorAll("td") ?? [])].map((cell) => cell.textContent)).toEqual(["12", "15", "7"]);
  await userEvent.click(screen.getByRole("button", { name: "CSV: Links of Against the feed" }));
  const text = new TextDecoder().decode(await saved[0]?.arrayBuffer());
  expect(parseRows(text, 9)[1]).toEqual(["https://example.com/read?a=1&b=2", "'=SUM(A1)", "12", "15", "7"]);
});

test("links are sorted by clicks, or as the email has them", async () => {
  const links = [
    link({ no: 1, label: "First", all_clicks: 1 }),
    link({ no: 2, label: "Second", all_clicks: 9 }),
    link({ no: 3, label: "Third", all_clicks: 4, robot_clicks: 30 }),
  ];
  open(report({ links }), {}, "?tab=links");
  const table = within(await screen.findByRole("table", { name: "Clicks by link" }));
  const labels = () => table.getAllByRole("rowheader").map((cell) => cell.querySelector("span")?.textContent);
  expect(labels()).toEqual(["Second", "Third", "First"]);
  await userEvent.selectOptions(screen.getByLabelText("Sort links"), "Order in the email");
  expect(labels()).toEqual(["First", "Second", "Third"]);
  await userEvent.selectOptions(screen.getByLabelText("Sort links"), "Most automated first");
  expect(labels()).toEqual(["Third", "First", "Second"]);
});

test.each([
  [{ links: [] }, "No links"],
  [{ tracking: "none" as const, links: [link()] }, "Clicks aren't tracked"],
])("without clicks to show, %j, the tab says why", async (over, title) => {
  const calls = open(report(over), {}, "?tab=links");
  expect(await screen.findByText(title)).toBeTruthy();
  expect(calls.some(({ path }) => path.endsWith("/link-map"))).toBe(false);
});

test("a link map that doesn't load is asked for again; the table stands meanwhile", async () => {
  let fails = true;
  const map = () =>
    fails ? { status: 400, body: { detail: "No map." } } : { body: { html: "<p>Mail</p>", links: [] } };
  open(report({ links: [link()] }), { [`GET ${BASE}/link-map`]: map }, "?tab=links");
  expect(await screen.findByText("No map.")).toBeTruthy();
  expect(screen.getByRole("table", { name: "Clicks by link" })).toBeTruthy();
  fails = false;
  await userEvent.click(screen.getByRole("button", { name: "Try Again" }));
  expect(await screen.findByTitle("Clicks in Against the feed")).toBeTruthy();
});

const asked = (calls: ReturnType<typeof open>) => {
  const { query } = calls.filter(({ path }) => path === `${BASE}/deliveries`).at(-1) ?? {};
  return Object.fromEntries(
    ["state", "event", "q", "cursor"].flatMap((name) => (query?.get(name) ? [[name, query.get(name)]] : [])),
  );
};

test("subscribers are found by state, by what they did and by what came back, and the address keeps it", async () => {
  const calls = open(report(), {}, "?tab=subscribers&state=clicked");
  await screen.findByText("reader@example.com");
  expect(asked(calls)).toEqual({ state: "clicked" });
  expect(screen.getByRole("cell", { name: "Less than an hour ago" })).toBeTruthy();
  await userEvent.selectOptions(screen.getByLabelText("Show"), "Bounced");
  await waitFor(() => expect(asked(calls)).toEqual({ event: "bounced" }));
  expect(location.search).toBe("?tab=subscribers&state=bounced");
});

test("a search and a filter that the server can't join take turns, in sight", async () => {
  const calls = open(report(), {}, "?tab=subscribers");
  const search = await screen.findByLabelText<HTMLInputElement>("Search subscribers");
  const show = screen.getByLabelText<HTMLSelectElement>("Show");
  await userEvent.selectOptions(show, "Failed");
  await userEvent.type(search, "ada");
  await waitFor(() => expect(asked(calls)).toEqual({ state: "failed", q: "ada" }));
  await userEvent.selectOptions(show, "Did not open");
  await waitFor(() => expect(asked(calls)).toEqual({ state: "not_opened" }));
  expect(search.value).toBe("");
  await userEvent.type(search, "bob");
  await waitFor(() => expect(asked(calls)).toEqual({ q: "bob" }));
  expect(show.value).toBe("");
  expect(location.search).toBe("?tab=subscribers&q=bob");
});

test("pages follow the server's cursor, and another filter begins at the first", async () => {
  const deliveries = `GET ${BASE}/deliveries`;
  const calls = open(
    report(),
    {
      [deliveries]: ({ query }) => ({
        body: [{ ...delivery, email: query.get("cursor") ? "second@example.com" : "first@example.com" }],
        headers: {
          "X-Total-Count": "1000000",
          ...(query.get("cursor") ? {} : { Link: `<${BASE}/deliveries?cursor=two>; rel="next"` }),
        },
      }),
    },
    "?tab=subscribers",
  );
  await screen.findByText("first@example.com");
  expect(screen.getByText("Showing 1 of 1,000,000 subscribers")).toBeTruthy();
  await userEvent.click(screen.getByRole("button", { name: "Next" }));
  await screen.findByText("second@example.com");
  expect(asked(calls)).toEqual({ cursor: "two" });
  await userEvent.selectOptions(screen.getByLabelText("Show"), "Sent");
  await screen.findByText("first@example.com");
  expect(asked(calls)).toEqual({ state: "sent" });
});

test("nobody found is told, with the way back to all", async () => {
  const calls = open(
    report(),
    { [`GET ${BASE}/deliveries`]: () => ({ body: [], headers: { "X-Total-Count": "0" } }) },
    "?tab=subscribers&state=failed",
  );
  expect(await screen.findByText("No subscribers match")).toBeTruthy();
  await userEvent.click(screen.getByRole("button", { name: "Show all subscribers" }));
  await waitFor(() => expect(asked(calls)).toEqual({}));
  expect(await screen.findByText("No subscribers yet")).toBeTruthy();
});

test("a list that doesn't load is asked for again", async () => {
  let fails = true;
  const list = () => (fails ? { status: 400, body: { detail: "No list." } } : { body: [delivery] });
  open(report(), { [`GET ${BASE}/deliveries`]: list }, "?tab=subscribers");
  expect(await screen.findByText("No list.")).toBeTruthy();
  fails = false;
  await userEvent.click(screen.getByRole("button", { name: "Try Again" }));
  expect(await screen.findByText("reader@example.com")).toBeTruthy();
  expect(screen.queryByText("No list.")).toBeNull();
});

const preview = {
  from: "Desk <slow@example.com>",
  to: "reader@example.com",
  reply_to: null,
  subject: "Against the feed",
  preheader: null,
  html: "<p>Dear Ada</p>",
  text: "Dear Ada",
  headers: [],
  size_bytes: 900,
};

test("the email is shown as one subscriber has it, each variant of a test too", async () => {
  const variant = { intended: 1, sent: 1, opens: 0, clicks: 0, rate: 0 };
  const variants = [
    { name: "A", subject: "Plain", ...variant },
    { name: "B", subject: "Bold", ...variant },
  ];
  const calls = open(
    report({
      ab_test: {
        state: "undecided",
        metric: "opens",
        decides_at: "2026-11-01T12:00:00Z",
        decided_at: null,
        winner: null,
        sent_to_rest: null,
        p_value: null,
        explanation: "",
        variants,
      },
    }),
    {
      [`GET ${BASE}/preview`]: ({ query }) => ({
        body: { ...preview, subject: query.get("variant") === "1" ? "Bold" : "Plain" },
      }),
    },
    "?tab=emails",
  );
  expect(written(await screen.findByTitle("Plain"))).toContain("Dear Ada");
  await userEvent.click(screen.getByRole("button", { name: "Variant B" }));
  expect(await screen.findByTitle("Bold")).toBeTruthy();
  expect(calls.filter(({ path }) => path.endsWith("/preview")).map(({ query }) => query.get("variant"))).toEqual([
    "0",
    "1",
  ]);
});

test("an email that can't be had says why", async () => {
  open(report(), { [`GET ${BASE}/preview`]: () => ({ status: 400, body: { detail: "No email." } }) }, "?tab=emails");
  expect((await section("Email")).getByText("As one subscriber sees it.")).toBeTruthy();
  expect(await screen.findByText("No email.")).toBeTruthy();
});

test("the log has what happened in its order, why emails weren't delivered, and what came back", async () => {
  open(
    report({
      bounced: 2,
      reasons: [
        { state: "failed", reason: "No such mailbox.", count: 1 },
        { state: "suppressed", reason: null, count: 1 },
      ],
    }),
    {},
    "?tab=log",
  );
  const log = await section("Log");
  expect(log.getAllByRole("listitem").map((item) => item.querySelector("span > span")?.textContent)).toEqual([
    "Created",
    "Started",
    "Finished",
  ]);
  const reasons = await section("Reasons");
  expect(reasons.getByText("No such mailbox.")).toBeTruthy();
  expect(reasons.getByText("No reason given")).toBeTruthy();
  expect(reasons.getByRole("link", { name: "Failed" }).getAttribute("href")).toContain("?tab=subscribers&state=failed");
  const back = await section("What came back");
  expect(back.getByRole("link", { name: "Bounced" }).getAttribute("href")).toContain("?tab=subscribers&state=bounced");
  expect(back.queryByRole("link", { name: "Complained" })).toBeNull();
});

test("a campaign without failures has none in its log", async () => {
  open(report(), {}, "?tab=log");
  expect(await screen.findByText(/^Nothing failed or was left out\./)).toBeTruthy();
});

const made = { created_at: "2026-11-01T07:00:00Z" };

test.each([
  [{ status: "paused", finished_at: null, pause_reason: "Too many bounces." }, ["Paused", null, "Too many bounces."]],
  [{ status: "cancelled" }, ["Cancelled", "2026-11-01T08:01:00Z", "Took 1 min, 1 per second"]],
  [{}, ["Finished", "2026-11-01T08:01:00Z", "Took 1 min, 1 per second"]],
] as const)("the last line of %j is %j", (over, line) => {
  const last = momentsOf(made, report(over)).at(-1);
  expect([last?.what, last?.at, last?.detail]).toEqual(line);
});
