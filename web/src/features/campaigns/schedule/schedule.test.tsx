import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, test } from "vitest";
import type { Campaign, Repeat } from "@/api/campaigns";
import type { ResolvedTime } from "@/api/schedule";
import { signOut } from "@/api/session";
import { expectAccessible } from "@/testing/axe";
import { type Call, campaign, fakeServer, type Handler, newsletter, session } from "@/testing/fake-server";
import { renderApp } from "@/testing/render-app";
import { matching } from "@/ui/zone-picker";
import { describeInstant, describeRepeat, isoWeekday } from "./times";

afterEach(() => signOut());

const CAMPAIGN = "/api/newsletters/1/campaigns/9";

const resolved = (over: Partial<ResolvedTime> = {}): ResolvedTime => ({
  scheduled_at: "2027-03-26T08:00:00Z",
  kind: "exact",
  note: null,
  utc_offset: "+01:00",
  is_past: false,
  ...over,
});

const rule = (over: Partial<Repeat> = {}): Repeat => ({
  frequency: "weekly",
  interval: 1,
  weekdays: [1],
  month_day: null,
  feed_url: null,
  until: null,
  times: 0,
  last_issue_id: null,
  ...over,
});

const GAP = "02:30 doesn't exist in Europe/Madrid that day because clocks go forward. We'll send at 03:30.";

/** Knows one gap and a time that is past. */
const resolve: Handler = ({ query }) => {
  const time = query.get("local_time");
  if (time === "2027-03-28T02:30")
    return {
      body: resolved({ scheduled_at: "2027-03-28T01:30:00Z", kind: "gap", note: GAP, utc_offset: "+02:00" }),
    };
  return { body: resolved({ is_past: time?.startsWith("2020") ?? false }) };
};

function server(present: Campaign, routes: Record<string, Handler> = {}) {
  return fakeServer({
    "POST /api/auth/refresh": () => ({ body: session("token", { time_zone: "Europe/Madrid" }) }),
    "GET /api/newsletters": () => ({ body: [newsletter()] }),
    "GET /api/campaigns": () => ({ body: [present], headers: { "X-Total-Count": "1" } }),
    "GET /api/schedule/zones": () => ({ body: ["America/New_York", "Europe/Madrid", "Europe/Vienna"] }),
    "GET /api/schedule/resolve": resolve,
    [`POST ${CAMPAIGN}/schedule`]: () => ({ body: campaign({ status: "scheduled" }) }),
    ...routes,
  });
}

async function open(button = "Schedule") {
  renderApp("/campaigns");
  await userEvent.click(await screen.findByRole("button", { name: button }));
  return within(await screen.findByRole("dialog", { name: "Schedule Campaign" }));
}

type Dialog = Awaited<ReturnType<typeof open>>;

function choose(dialog: Dialog, date: string, time: string) {
  fireEvent.change(dialog.getByLabelText("Date"), { target: { value: date } });
  fireEvent.change(dialog.getByLabelText("Time"), { target: { value: time } });
}

const sent = (calls: Call[]) => calls.find((call) => call.path === `${CAMPAIGN}/schedule`)?.body;

test("a time in UTC is told once", async () => {
  server(campaign(), { "GET /api/schedule/resolve": () => ({ body: resolved({ utc_offset: "+00:00" }) }) });
  const dialog = await open();
  choose(dialog, "2027-03-26", "08:00");
  expect(await dialog.findByText(/8:00 AM/)).toBeTruthy();
  expect(dialog.queryByText(/in UTC$/)).toBeNull();
});

test("a time is scheduled in the author's zone, and a gap is told before saving", async () => {
  const calls = server(campaign());
  const dialog = await open();
  expect(dialog.getByLabelText<HTMLInputElement>("Time zone").value).toBe("Europe/Madrid");
  choose(dialog, "2027-03-28", "02:30");
  expect(await dialog.findByText(GAP)).toBeTruthy();
  expect(dialog.getByText(/\(UTC\+02:00\)/).textContent).toContain("3:30");
  expect(dialog.getByText(/in UTC$/).textContent).toContain("1:30");
  await expectAccessible(document.body);
  await userEvent.click(dialog.getByRole("button", { name: "Schedule" }));
  expect(await screen.findByText("Campaign scheduled")).toBeTruthy();
  expect(sent(calls)).toEqual({ local_time: "2027-03-28T02:30", time_zone: "Europe/Madrid" });
});

test("a time that is past is refused at its field and nothing is sent", async () => {
  const calls = server(campaign());
  const dialog = await open();
  choose(dialog, "2020-01-01", "09:00");
  const date = dialog.getByLabelText("Date");
  await waitFor(() => expect(date.getAttribute("aria-invalid")).toBe("true"));
  expect(dialog.getByText("This time has passed. Choose a later one.")).toBeTruthy();
  await userEvent.click(dialog.getByRole("button", { name: "Schedule" }));
  await waitFor(() => expect(document.activeElement).toBe(date));
  expect(sent(calls)).toBeUndefined();
});

test("a zone is found by a part of its name with the keyboard alone, and Esc closes only the list", async () => {
  const user = userEvent.setup();
  const calls = server(campaign());
  const dialog = await open();
  choose(dialog, "2027-03-26", "09:00");
  const zone = dialog.getByLabelText<HTMLInputElement>("Time zone");
  await user.clear(zone);
  await user.type(zone, "new york");
  const option = dialog.getByRole("option", { name: /America\/New York/ });
  expect(zone.getAttribute("aria-activedescendant")).toBe(option.id);
  await user.keyboard("{Enter}");
  expect(zone.value).toBe("America/New_York");
  await user.type(zone, "x{Escape}");
  expect(dialog.queryByRole("listbox")).toBeNull();
  expect(zone.value).toBe("America/New_York");
  await user.click(dialog.getByRole("checkbox", { name: /At each subscriber's local time/ }));
  await user.click(dialog.getByRole("button", { name: "Schedule" }));
  await waitFor(() =>
    expect(sent(calls)).toEqual({ local_time: "2027-03-26T09:00", time_zone: "America/New_York", each_reader: true }),
  );
});

test("a weekly issue from a feed is asked for whole, with its mistakes at their fields", async () => {
  const user = userEvent.setup();
  const calls = server(campaign());
  const dialog = await open();
  choose(dialog, "2027-03-26", "09:00");
  await user.selectOptions(dialog.getByLabelText("Repeat"), "weekly");
  await user.click(dialog.getByRole("checkbox", { name: /Only when this feed/ }));
  fireEvent.change(dialog.getByLabelText("Every how many weeks"), { target: { value: "0" } });
  fireEvent.change(dialog.getByLabelText("Until"), { target: { value: "2027-01-01" } });
  await user.click(dialog.getByRole("button", { name: "Schedule" }));
  expect(await dialog.findByText(/Enter the feed's address/)).toBeTruthy();
  expect(dialog.getByText("Enter a whole number from 1 to 99.")).toBeTruthy();
  expect(dialog.getByText("Choose a day after the first issue.")).toBeTruthy();
  await expectAccessible(document.body);
  await user.type(dialog.getByLabelText("Feed address"), "https://example.org/feed.xml");
  fireEvent.change(dialog.getByLabelText("Every how many weeks"), { target: { value: "2" } });
  fireEvent.change(dialog.getByLabelText("Until"), { target: { value: "2027-12-31" } });
  for (const box of dialog.getAllByRole<HTMLInputElement>("checkbox", { name: /day$/ }))
    if (box.checked !== (box.getAttribute("aria-label") === "Thursday" || box.getAttribute("aria-label") === "Monday"))
      await user.click(box);
  await user.click(dialog.getByRole("button", { name: "Schedule" }));
  await waitFor(() =>
    expect(sent(calls)).toMatchObject({
      repeat: {
        frequency: "weekly",
        interval: 2,
        weekdays: [1, 4],
        until: "2027-12-31",
        feed_url: "https://example.org/feed.xml",
      },
    }),
  );
});

test("what the server refuses is told at the field, and what was chosen stays", async () => {
  server(campaign(), {
    [`POST ${CAMPAIGN}/schedule`]: () => ({
      status: 422,
      body: { detail: "Bad.", errors: [{ field: "local_time", message: "More than five years ahead." }] },
    }),
  });
  const dialog = await open();
  choose(dialog, "2199-03-26", "09:00");
  await userEvent.click(dialog.getByRole("button", { name: "Schedule" }));
  expect(await dialog.findByText("More than five years ahead.")).toBeTruthy();
  expect(dialog.getByLabelText<HTMLInputElement>("Date").value).toBe("2199-03-26");
});

test("a scheduled row says when, where and how often, and leads to its last issue", async () => {
  const user = userEvent.setup();
  const present = campaign({
    status: "scheduled",
    scheduled_at: "2027-03-28T22:00:00Z",
    schedule: { kind: "reader", local_time: "2027-03-29T09:00", time_zone: "Europe/Madrid", note: null },
    repeat: rule({ times: 4, last_issue_id: 77 }),
  });
  server(present);
  renderApp("/campaigns");
  expect(await screen.findByText(/^Scheduled for .*29/)).toBeTruthy();
  expect(screen.getByText(/at each subscriber's local time/).textContent).toContain("9:00");
  expect(screen.getByText(/Repeats every Monday/).textContent).toContain("next issue");
  expect(screen.getByRole("link", { name: "Last issue" }).getAttribute("href")).toBe("/campaigns/1/77/report");
  expect(screen.getByRole("link", { name: "Edit" })).toBeTruthy();
  for (const name of ["Send Now", "Cancel"]) expect(screen.getByRole("button", { name })).toBeTruthy();
  await user.click(screen.getByRole("button", { name: /^More for / }));
  await user.click(screen.getByRole("menuitem", { name: "Change schedule" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Schedule Campaign" }));
  expect(dialog.getByLabelText<HTMLInputElement>("Date").value).toBe("2027-03-29");
  expect(dialog.getByRole<HTMLInputElement>("checkbox", { name: /local time/ }).checked).toBe(true);
  expect(dialog.getByLabelText<HTMLSelectElement>("Repeat").value).toBe("weekly");
});

test("rules in words", () => {
  expect(describeRepeat(rule({ weekdays: [1, 4, 7] }))).toBe("Repeats every Monday, Thursday and Sunday");
  expect(describeRepeat(rule({ interval: 2 }))).toBe("Repeats every 2 weeks on Monday");
  expect(describeRepeat(rule({ frequency: "daily" }))).toBe("Repeats every day");
  expect(describeRepeat(rule({ frequency: "monthly", month_day: 31 }))).toBe("Repeats every month on the last day");
  expect(describeRepeat(rule({ frequency: "monthly", interval: 3, month_day: 22 }))).toBe(
    "Repeats every 3 months on the 22nd",
  );
  expect(describeRepeat(rule({ until: "2027-12-31" }))).toMatch(/^Repeats every Monday, until .*31/);
  expect([isoWeekday("2027-03-28"), isoWeekday("2027-03-29"), isoWeekday("")]).toEqual([7, 1, null]);
});

test("the zone's time comes from the server's offset, also one of quarter hours west of Greenwich", () => {
  const { local } = describeInstant(resolved({ scheduled_at: "2027-01-01T03:15:00Z", utc_offset: "+05:45" }));
  expect(local).toContain("9:00");
  expect(describeInstant(resolved({ scheduled_at: "2027-01-01T03:15:00Z", utc_offset: "-03:30" })).local).toMatch(
    /December 31, 2026.*11:45/,
  );
});

test("zones are matched by words in any order", () => {
  const zones = ["America/Argentina/Buenos_Aires", "Europe/Madrid"];
  expect(matching(zones, "aires america")).toEqual(["America/Argentina/Buenos_Aires"]);
  expect(matching(zones, "")).toEqual(zones);
});
