import { screen, within } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { signOut } from "@/api/session";
import { fakeServer, newsletter } from "@/testing/fake-server";
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
  expect(opens.getByText("of 200 mails sent")).toBeTruthy();
  expect((await tile("Average Click Rate")).getByText("1.5%")).toBeTruthy();
});

test("without any figures the rates are 0.0%, and it is said that there are none", async () => {
  fakeServer({ ...list, "GET /api/campaigns": () => ({ body: [] }) });
  renderApp("/campaigns");
  const opens = await tile("Average Open Rate");
  expect(await opens.findByText("0.0%")).toBeTruthy();
  expect(opens.getByText("No analytics data available")).toBeTruthy();
});
