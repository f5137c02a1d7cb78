import { expect, test } from "vitest";
import { fakeServer } from "@/testing/fake-server";
import { overallAnalytics } from "./analytics";

const part = { total_campaigns: 1, total_sends: 200, total_opens: 50, total_clicks: 10, total_bounces: 4 };

test("overall analytics sum what can be had and derive the rates", async () => {
  fakeServer({
    "GET /api/newsletters/1/analytics": () => ({ body: part }),
    "GET /api/newsletters/2/analytics": () => ({ body: { ...part, total_sends: 0, total_opens: 0 } }),
  });
  const overall = await overallAnalytics([1, 2, 3]);
  expect(overall).toMatchObject({
    total_campaigns: 2,
    total_sends: 200,
    open_rate: 25,
    click_rate: 10,
    bounce_rate: 4,
  });
});

test("without any answer there is no data", async () => {
  fakeServer({});
  await expect(overallAnalytics([1])).rejects.toThrow("No analytics data available");
});
