import { screen, within } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { signOut } from "@/api/session";
import { campaign, fakeServer, newsletter } from "@/testing/fake-server";
import { renderApp } from "@/testing/render-app";

afterEach(() => signOut());

const tile = async (label: string) => within((await screen.findByText(label)).parentElement as HTMLElement);
const list = { "GET /api/newsletters": () => ({ body: [newsletter(), newsletter({ id: 2, name: "Other" })] }) };
const figures = { total_campaigns: 1, total_sends: 200, total_opens: 50, total_clicks: 3, total_bounces: 0 };

test("the rates are those of all newsletters whose figures can be had", async () => {
  fakeServer({
    ...list,
    "GET /api/campaigns": () => ({ body: [] }),
    "GET /api/newsletters/2/analytics": () => ({ body: figures }),
  });
  renderApp("/campaigns");
  const opens = await tile("Average Open Rate");
  expect(await opens.findByText("25.0%")).toBeTruthy();
  expect(opens.getByText("All time · of 200 emails sent")).toBeTruthy();
  expect((await tile("Average Click Rate")).getByText("1.5%")).toBeTruthy();
});

test("without any figures the rates are 0.0%, and it is said that there are none", async () => {
  fakeServer({ ...list, "GET /api/campaigns": () => ({ body: [] }) });
  renderApp("/campaigns");
  const opens = await tile("Average Open Rate");
  expect(await opens.findByText("0.0%")).toBeTruthy();
  expect(opens.getByText("No analytics data available")).toBeTruthy();
});

test("counts don't stop where a page of the list does", async () => {
  const row = (created_at: string) => campaign({ created_at });
  const now = new Date().toISOString();
  const calls = fakeServer({
    ...list,
    "GET /api/campaigns": ({ query }) => {
      const total = query.get("status") === "draft" ? 812 : query.has("status") ? 0 : 1300;
      const headers = { "X-Total-Count": String(total) };
      if (query.get("limit") !== "500") return { body: [], headers };
      if (query.has("cursor")) return { body: [row(now), row("2020-01-01T00:00:00Z")], headers };
      const next = { Link: '</api/campaigns?cursor=two>; rel="next"' };
      return { body: Array.from({ length: 500 }, () => row(now)), headers: { ...headers, ...next } };
    },
  });
  renderApp("/campaigns");
  expect(await screen.findByText("+501 this month")).toBeTruthy();
  expect((await tile("Total Campaigns")).getByText("1,300")).toBeTruthy();
  expect(await screen.findByRole("button", { name: "812 drafts" })).toBeTruthy();
  // One row is enough to be told a count.
  expect(calls.filter(({ query }) => query.has("status")).map(({ query }) => query.get("limit"))).toEqual(
    Array(4).fill("1"),
  );
});
