import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, test } from "vitest";
import type { Campaign } from "@/api/campaigns";
import type { Ledger } from "@/api/reports";
import { signOut } from "@/api/session";
import { readBeginning, readSubject } from "@/email/as-read";
import { expectAccessible } from "@/testing/axe";
import { campaign, fakeServer, newsletter } from "@/testing/fake-server";
import { renderApp } from "@/testing/render-app";

afterEach(() => signOut());

const ledger: Ledger = {
  intended: 10,
  queued: 0,
  sending: 0,
  sent: 8,
  deferred: 0,
  failed: 2,
  suppressed: 0,
  skipped: 0,
  cancelled: 0,
  in_doubt: 0,
};
const sent = campaign({ id: 1, subject: "Sent", status: "sent", ledger, recipients: 10, opens: 3, clicks: 1 });

async function rows(...campaigns: Campaign[]) {
  const calls = fakeServer({
    "GET /api/newsletters": () => ({ body: [newsletter()] }),
    "GET /api/campaigns": () => ({ body: campaigns, headers: { "X-Total-Count": String(campaigns.length) } }),
    "POST /api/newsletters/1/campaigns/1/duplicate": () => ({ status: 201, body: campaign({ id: 77 }) }),
  });
  renderApp("/campaigns");
  await waitFor(() => expect(screen.getAllByRole("listitem").filter((one) => one.id)).toHaveLength(campaigns.length));
  const of = (id: number) => within(document.getElementById(`campaign-${id}`) as HTMLElement);
  return { calls, of };
}

test("a subject is told as its readers see it", () => {
  const of = (subject: string) => readSubject({ subject, newsletter_name: "Night Mail" });
  expect(of('Hello {{ subscriber.first_name | default("there") }}, it is autumn')).toBe("Hello there, it is autumn");
  expect(of("Autumn, {{ subscriber.first_name }}")).toBe("Autumn, Ada");
  expect(of("{{ newsletter.name }}  in March")).toBe("Night Mail in March");
  expect(of("{{ subscriber.attributes.city }}, look")).toBe(", look");
  expect(of("{{ subscriber.attributes.city }}")).toBe("{{ subscriber.attributes.city }}");
  expect(of("No {{ tag")).toBe("No {{ tag");
});

test("rates are of what was sent, with the counts beside them; nothing is counted where nothing is told", async () => {
  const untold = campaign({ id: 2, status: "sent", ledger, recipients: 10, tracking: "none" });
  const { of } = await rows(sent, untold, campaign({ id: 3 }));
  const told = (id: number) =>
    of(id)
      .getAllByRole("definition", { hidden: true })
      .map((one) => one.textContent);
  expect(told(1)).toEqual(["10", "37.5%3", "12.5%1"]);
  expect(told(2)).toEqual(["10", "N/A", "N/A"]);
  expect(told(3)).toEqual(["-", "-", "-"]);
});

test("its text begins as its readers see it, whole merge tags and no lines of signs", () => {
  const of = (text: string) => readBeginning(text, "Night Mail");
  expect(
    of('Slow news --------- Dear {{ subscriber.first_name | default("friend") }}, from {{ newsletter.name }}'),
  ).toBe("Slow news Dear friend, from Night Mail");
  expect(of("Dear {{ subscriber.fir")).toBe("Dear …");
  expect(of("")).toBe("");
});

test("what a campaign is besides stands beside its subject", async () => {
  const origin = (kind: "not_opened" | "duplicate") => ({ kind, campaign_id: 1, subject: "Sent" });
  const segment = { kind: "not_sent", campaign_id: 1 } as const;
  const { of } = await rows(
    campaign({ id: 1, has_ab_test: true }),
    campaign({ id: 2, segment: { kind: "not_opened", campaign_id: 1 }, origin: origin("not_opened") }),
    campaign({ id: 3, segment, origin: origin("duplicate") }),
  );
  expect(of(1).getByText("A/B test")).toBeTruthy();
  expect(of(2).getByText("Resend")).toBeTruthy();
  expect(of(2).queryByText("Segment")).toBeNull();
  expect(of(2).getByText("To subscribers who didn't open “Sent”")).toBeTruthy();
  expect(of(3).getByText("Segment")).toBeTruthy();
  expect(of(3).queryByText("Resend")).toBeNull();
});

test("each state has its one button, and the menu has the rest", async () => {
  const user = userEvent.setup();
  const states = ["draft", "scheduled", "sending", "paused", "sent", "cancelled"] as const;
  const all = states.map((status, at) => campaign({ id: at + 1, subject: status, status }));
  const { of } = await rows(...all);
  const menus: Record<string, [string, string[]]> = {};
  for (const { id, status } of all) {
    await user.click(of(id).getByRole("button", { name: `More for ${status}` }));
    const items = of(id)
      .getAllByRole("menuitem")
      .map((item) => item.textContent ?? "");
    await user.keyboard("{Escape}");
    const shown = [...of(id).queryAllByRole("button"), ...of(id).queryAllByRole("link")];
    const main = shown.map((one) => one.textContent ?? "").filter((text) => text !== "" && text !== status);
    menus[status] = [main.join(), items];
  }
  expect(menus).toEqual({
    draft: ["Send Campaign", ["Edit", "Preview", "Schedule", "Test send", "Duplicate", "Delete"]],
    scheduled: ["Edit", ["Send Now", "Preview", "Change schedule", "Test send", "Duplicate", "Cancel"]],
    sending: ["Pause", ["View Report", "Preview", "Duplicate", "Cancel"]],
    paused: ["Resume", ["View Report", "Preview", "Duplicate", "Cancel"]],
    sent: ["View Report", ["Preview", "Duplicate"]],
    cancelled: ["Duplicate", ["Preview", "Delete"]],
  });
  await expectAccessible(document.getElementById("campaign-history") as HTMLElement);
});

test("arrows lead from subject to subject, which open what goes on; the menu acts", async () => {
  const user = userEvent.setup();
  const { calls } = await rows(sent, campaign({ id: 2, subject: "Draft" }));
  const first = screen.getByRole("link", { name: "Sent" });
  expect(first.getAttribute("href")).toBe("/campaigns/1/1/report");
  first.focus();
  await user.keyboard("{ArrowUp}{ArrowDown}{ArrowDown}");
  expect(document.activeElement).toBe(screen.getByRole("link", { name: "Draft" }));
  await user.keyboard("{ArrowUp}");
  expect(document.activeElement).toBe(first);
  await user.click(screen.getByRole("button", { name: "More for Sent" }));
  await user.click(screen.getByRole("menuitem", { name: "Duplicate" }));
  expect(await screen.findByText("Campaign duplicated")).toBeTruthy();
  expect(calls.filter((call) => call.path.endsWith("/duplicate"))).toHaveLength(1);
  expect(screen.getByRole("link", { name: "Draft" }).getAttribute("href")).toBe("/campaigns/1/2/edit");
});

test("fifty stand on a page", async () => {
  const { calls } = await rows(sent);
  const asked = calls.filter((call) => call.path === "/api/campaigns").map((call) => call.query.get("limit"));
  expect(asked).toContain("50");
});
