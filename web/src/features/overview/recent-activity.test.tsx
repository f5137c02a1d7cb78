import { render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { MemoryRouter } from "react-router";
import { expect, test } from "vitest";
import type { Activity } from "@/api/overview";
import { expectAccessible } from "@/testing/axe";
import { groupActivities } from "./group-activities";
import { RecentActivity } from "./recent-activity";

const NOON = new Date(2026, 2, 10, 12).getTime();
/** So many minutes before a day's noon: newer ones come first. */
const activity = (kind: Activity["kind"], title: string, minutes: number, over: Partial<Activity> = {}): Activity => ({
  kind,
  title,
  detail: "The Slow Web",
  at: new Date(NOON - minutes * 60_000).toISOString(),
  href: "/subscribers",
  ...over,
});

const sizes = (activities: Activity[]) => groupActivities(activities).map((group) => group.activities.length);

test("subscribers of one newsletter and day belong together, whatever happened between", () => {
  const joined = (title: string, minutes: number, over = {}) => activity("subscriber_added", title, minutes, over);
  const DAY = 24 * 60;
  expect(
    sizes([
      joined("a", 1),
      activity("campaign_created", "Draft", 2),
      joined("b", 3),
      joined("c", 4, { detail: "Harbour Letter" }),
      activity("subscriber_unsubscribed", "d", 5),
      joined("e", DAY),
    ]),
  ).toEqual([2, 1, 1, 1, 1]);
});

test("a campaign's life belongs together, and two of one subject do not", () => {
  const sent = activity("campaign_sent", "May", 1, { detail: null });
  const sending = activity("campaign_sending", "May", 2);
  const created = activity("campaign_created", "May", 3);
  expect(sizes([sent, sending, created])).toEqual([3]);
  expect(sizes([sent, sending, created, activity("campaign_created", "May", 9)])).toEqual([3, 1]);
  expect(sizes([activity("campaign_created", "May", 0), sent, sending, created])).toEqual([1, 3]);
  expect(sizes([activity("campaign_created", "June", 0), sent])).toEqual([1, 1]);
});

test("a subject is told as subscribers read it", () => {
  const subject = 'Hello {{ subscriber.first_name | default("there") }}';
  render(
    <MemoryRouter>
      <RecentActivity activities={[activity("campaign_sent", subject, 1, { detail: null })]} />
    </MemoryRouter>,
  );
  expect(screen.getByText("Hello there")).toBeTruthy();
});

test("a group opens by keyboard to what it is made of", async () => {
  const user = userEvent.setup();
  const { container } = render(
    <MemoryRouter>
      <RecentActivity
        activities={[
          activity("campaign_sent", "May", 1, { detail: null }),
          activity("subscriber_added", "ada@example.com", 2),
          activity("subscriber_added", "bob@example.com", 3),
          activity("campaign_created", "May", 4),
        ]}
      />
    </MemoryRouter>,
  );
  const [may, joined] = screen.getAllByRole("listitem") as [HTMLElement, HTMLElement];
  expect(may.textContent).toContain("Sent · The Slow Web");
  expect(joined.textContent).toContain("2 new subscribersThe Slow Web · ada@example.com and 1 more");
  const button = within(joined).getByRole("button", { name: "Show everything about 2 new subscribers" });
  expect(button.getAttribute("aria-expanded")).toBe("false");
  button.focus();
  await user.keyboard("{Enter}");
  expect(button.getAttribute("aria-expanded")).toBe("true");
  expect(within(joined).getByText("bob@example.com")).toBeTruthy();
  await expectAccessible(container);
});

test("where older ones are no longer told, no number is made up", () => {
  const activities = Array.from({ length: 20 }, (_, at) => activity("subscriber_added", `${at}@example.com`, at));
  render(
    <MemoryRouter>
      <RecentActivity activities={activities} />
    </MemoryRouter>,
  );
  expect(screen.getByRole("listitem").textContent).toContain(
    "20+ new subscribersThe Slow Web · 0@example.com and others",
  );
});
