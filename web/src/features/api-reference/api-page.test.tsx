import { readFileSync } from "node:fs";
import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";
import { expectAccessible } from "@/testing/axe";
import { campaign, fakeServer, type Handler } from "@/testing/fake-server";
import { renderApp } from "@/testing/render-app";

const document = JSON.parse(readFileSync("../api/openapi.json", "utf8")) as object;
const serve = (routes: Record<string, Handler> = {}) =>
  fakeServer({ "GET /api/openapi.json": () => ({ body: document }), ...routes });

test("begins with the list and the first call; the filter and arrows lead to a call", async () => {
  const user = userEvent.setup();
  serve();
  renderApp("/api-reference");
  expect(await screen.findByRole("heading", { name: "Your first call" })).toBeTruthy();
  const fold = screen.getByRole("button", { name: "All calls" });
  expect(fold.getAttribute("aria-expanded")).toBe("false");
  await user.click(fold);
  expect(fold.getAttribute("aria-expanded")).toBe("true");
  await user.type(screen.getByRole("searchbox", { name: "Filter calls" }), "create_campaign");
  expect(await screen.findByText("1 call")).toBeTruthy();
  await expectAccessible(screen.getByRole("main"));
  await user.keyboard("{ArrowDown}{Enter}");
  expect(await screen.findByRole("heading", { level: 2, name: "Create a campaign" })).toBeTruthy();
  expect(location.hash).toBe("#create_campaign");
  await user.clear(screen.getByRole("searchbox", { name: "Filter calls" }));
  await user.type(screen.getByRole("searchbox", { name: "Filter calls" }), "xyzzy");
  expect(await screen.findByText("No call matches “xyzzy”.")).toBeTruthy();
});

test("a call shows what it takes and answers, and opens what is inside", async () => {
  const user = userEvent.setup();
  serve();
  renderApp("/api-reference#create_campaign");
  const article = await screen.findByRole("article", { name: "Create a campaign" });
  expect(within(article).getByText("/api/newsletters/{newsletter_id}/campaigns")).toBeTruthy();
  expect(within(article).getByText(/"status": "sent"/)).toBeTruthy();
  await user.click(within(article).getAllByRole("button", { name: "blocks" })[0] as HTMLElement);
  expect(within(article).getByText(/At most 40 CSS values by name/)).toBeTruthy();
  expect(within(article).queryByRole("button", { name: "Try it" })).toBeNull();
  await expectAccessible(article);
});

test("an event shows what arrives, and is not tried", async () => {
  serve();
  renderApp("/api-reference#receive_email_opened");
  const article = await screen.findByRole("article", { name: "A person opened an email" });
  expect(within(article).getByText("EVENT")).toBeTruthy();
  expect(within(article).getByRole("link", { name: "Add a webhook" }).getAttribute("href")).toBe(
    "/documentation/webhooks",
  );
  expect(within(article).getByText("webhook-signature")).toBeTruthy();
  expect(within(article).getByText(/"type": "email.opened"/)).toBeTruthy();
  expect(within(article).queryByRole("heading", { name: /Try it/ })).toBeNull();
  await expectAccessible(article);
});

test("the language is remembered from call to call, and the example is copied", async () => {
  const user = userEvent.setup();
  serve();
  renderApp("/api-reference#create_campaign");
  await user.click(await screen.findByRole("button", { name: "Python" }));
  await user.click(screen.getByRole("button", { name: "Copy the Python example" }));
  expect(await navigator.clipboard.readText()).toContain("requests.post(");
  await user.click(screen.getByRole("link", { name: /List campaigns across newsletters/ }));
  await screen.findByRole("article", { name: "List campaigns across newsletters" });
  expect(screen.getByRole("button", { name: "Python" }).getAttribute("aria-pressed")).toBe("true");
});

test("a call that only reads is tried with the session, and its answer shown", async () => {
  const user = userEvent.setup();
  const calls = serve({
    "GET /api/newsletters/7/campaigns": () => ({
      body: [campaign()],
      headers: { "X-Total-Count": "1", "Content-Type": "application/json" },
    }),
  });
  renderApp("/api-reference#list_campaigns");
  await user.click(await screen.findByRole("button", { name: "Try it" }));
  expect(screen.getByText("Enter newsletter_id.")).toBeTruthy();
  expect(calls.some((call) => call.path.includes("campaigns"))).toBe(false);
  await user.type(screen.getByLabelText("newsletter_id"), "7");
  await user.type(screen.getByLabelText("limit"), "1");
  await user.click(screen.getByRole("button", { name: "Try it" }));
  const answer = await screen.findByRole("region", { name: "Answer" });
  expect(within(answer).getByText("200")).toBeTruthy();
  expect(within(answer).getByText(/"subject": "Against the feed"/)).toBeTruthy();
  expect(within(answer).getByText("x-total-count:")).toBeTruthy();
  const asked = calls.find((call) => call.path === "/api/newsletters/7/campaigns");
  expect([asked?.query.get("limit"), asked?.headers.get("Authorization")]).toEqual(["1", "Bearer token"]);
});

test("a refusal is an answer too, and what was typed stays", async () => {
  const user = userEvent.setup();
  serve({
    "GET /api/newsletters/8/campaigns": () => ({ status: 404, body: { detail: "There's no such newsletter." } }),
  });
  renderApp("/api-reference#list_campaigns");
  await user.type(await screen.findByLabelText("newsletter_id"), "8");
  await user.keyboard("{Enter}");
  expect(await screen.findByText(/There's no such newsletter/)).toBeTruthy();
  expect((screen.getByLabelText("newsletter_id") as HTMLInputElement).value).toBe("8");
});

test("an unknown call and a failing document say so", async () => {
  const user = userEvent.setup();
  let works = false;
  fakeServer({
    "GET /api/openapi.json": () => (works ? { body: document } : { status: 404, body: { detail: "Not here." } }),
  });
  renderApp("/api-reference#no_such_call");
  expect(await screen.findByText("Not here.")).toBeTruthy();
  works = true;
  await user.click(screen.getByRole("button", { name: "Try Again" }));
  expect(await screen.findByText("No such call")).toBeTruthy();
  await user.click(screen.getAllByRole("link", { name: "All calls" })[0] as HTMLElement);
  await waitFor(() => expect(location.hash).toBe(""));
  expect(await screen.findByRole("heading", { name: "Your first call" })).toBeTruthy();
});

test("an address that is badly encoded names no call", async () => {
  serve();
  renderApp("/api-reference#100%");
  expect(await screen.findByText("No such call")).toBeTruthy();
});
