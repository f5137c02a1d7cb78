import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, test, vi } from "vitest";
import { signOut } from "@/api/session";
import { expectAccessible } from "@/testing/axe";
import { type Answer, type Call, fakeServer } from "@/testing/fake-server";
import { renderApp } from "@/testing/render-app";
import { hookDelivery, settingsRoutes, webhook } from "@/testing/settings";
import { groups, shareOf, withGroup } from "./events";

afterEach(() => signOut());

const card = async (number: number) => within(await screen.findByRole("group", { name: `Webhook ${number}` }));
const bodies = (calls: Call[], method: string, path: string) =>
  calls.filter((call) => call.method === method && call.path === path).map((call) => call.body);

test("a group that is chosen in part is shown so, and goes in or out as a whole", () => {
  const changes = groups[3]?.events ?? [];
  expect(shareOf(changes, ["subscriber.created"])).toBe("some");
  expect(shareOf(changes, withGroup(["subscriber.created"], changes, true))).toBe("all");
  expect(withGroup(["email.clicked", "email.opened", ...changes], changes, false)).toEqual([
    "email.opened",
    "email.clicked",
  ]);
});

test("the first webhook is there to be filled in; its secret is shown once, and then it can be tested", async () => {
  const user = userEvent.setup();
  const written = vi.spyOn(navigator.clipboard, "writeText");
  let answer: Answer = {
    status: 422,
    body: { detail: "No.", errors: [{ field: "url", message: "This address is private." }] },
  };
  const made = webhook({ events: ["email.opened", "email.bounced", "email.complained"] });
  const tried = hookDelivery({ state: "test", type: "test", status: 503, duration_ms: 410, response: "Later" });
  let list: unknown[] = [];
  const calls = fakeServer({
    ...settingsRoutes(),
    "GET /api/webhooks": () => ({ body: list }),
    "POST /api/webhooks": () => answer,
    "POST /api/webhooks/7/test": () => {
      list = [{ ...made, last_delivery: tried }];
      return { body: tried };
    },
  });
  renderApp("/settings/api");
  const first = await card(1);
  const box = (name: string) => first.getByLabelText<HTMLInputElement>(new RegExp(`^${name}`));
  const names = ["Email Opens", "Email Clicks", "Email Bounces", "Subscriber Changes", "Campaign Progress"];
  expect(names.map((name) => box(name).checked)).toEqual([true, true, false, false, false]);
  expect(first.getByRole<HTMLButtonElement>("button", { name: "Test Webhook" }).disabled).toBe(true);
  await user.type(first.getByLabelText("Webhook URL"), "hooks.example.org");
  await user.click(box("Email Opens"));
  await user.click(box("Email Clicks"));
  await user.click(first.getByRole("button", { name: "Save API Settings" }));
  expect(await first.findByText(/^Enter an address/)).toBeTruthy();
  expect(first.getByText("Choose at least one.")).toBeTruthy();
  await user.clear(first.getByLabelText("Webhook URL"));
  await user.type(first.getByLabelText("Webhook URL"), "https://hooks.example.org/in");
  await user.click(box("Email Opens"));
  await user.click(box("Email Bounces"));
  await user.click(first.getByRole("button", { name: "Save API Settings" }));
  expect(await first.findByText("This address is private.")).toBeTruthy();
  answer = { status: 201, body: { ...made, secret: "whsec_one" } };
  await user.click(first.getByRole("button", { name: "Save API Settings" }));
  expect((await screen.findByLabelText<HTMLInputElement>("Signing secret")).value).toBe("whsec_one");
  expect(bodies(calls, "POST", "/api/webhooks").at(-1)).toEqual({
    url: "https://hooks.example.org/in",
    events: ["email.opened", "email.bounced", "email.complained"],
  });
  const saved = await card(1);
  await user.click(saved.getAllByRole("button", { name: "Copy" })[0] as HTMLElement);
  expect(written).toHaveBeenLastCalledWith("whsec_one");
  await user.click(saved.getByRole("button", { name: "Test Webhook" }));
  expect(await saved.findByText("Test failed")).toBeTruthy();
  expect(saved.getByText("Answered 503 in 410 ms")).toBeTruthy();
  expect(await saved.findByText(/^Last: test, /)).toBeTruthy();
  expect(saved.getByText("Later")).toBeTruthy();
});

test("another webhook is added beside the first, and can be given up before it is saved", async () => {
  const user = userEvent.setup();
  const calls = fakeServer({
    ...settingsRoutes(),
    "GET /api/webhooks": () => ({ body: [webhook()] }),
    "POST /api/webhooks": ({ body }) => ({
      status: 201,
      body: webhook({ id: 8, created_at: "2026-02-01T00:00:00Z", ...(body as object) }),
    }),
  });
  renderApp("/settings/api");
  const add = () => screen.findByRole("button", { name: "Add another" });
  await user.click(await add());
  await user.click((await card(2)).getByRole("button", { name: "Discard" }));
  expect(screen.queryByRole("group", { name: "Webhook 2" })).toBeNull();
  await user.click(await add());
  const second = await card(2);
  await user.type(second.getByLabelText("Webhook URL"), "https://b.example.org/");
  await user.click(second.getByRole("button", { name: "Save Webhook" }));
  await add();
  expect(bodies(calls, "POST", "/api/webhooks")).toEqual([
    { url: "https://b.example.org/", events: ["email.opened", "email.clicked"] },
  ]);
  const made = await card(2);
  expect(made.getByLabelText<HTMLInputElement>("Webhook URL").value).toBe("https://b.example.org/");
  expect(made.getByRole("button", { name: /^https:\/\/b\.example\.org\//, expanded: true })).toBeTruthy();
});

test("of several webhooks the first is open, and a row that is closed keeps what was typed in it", async () => {
  const user = userEvent.setup();
  const hooks = [webhook(), webhook({ id: 8, url: "https://b.example.org/", created_at: "2026-02-01T00:00:00Z" })];
  fakeServer({ ...settingsRoutes(), "GET /api/webhooks": () => ({ body: hooks }) });
  renderApp("/settings/api");
  expect((await card(1)).getByRole("button", { name: "Test Webhook" })).toBeTruthy();
  const second = await card(2);
  expect(second.queryByRole("button", { name: "Test Webhook" })).toBeNull();
  const row = second.getByRole("button", { name: /^https:\/\/b\.example\.org\// });
  await user.click(row);
  await user.type(second.getByRole("textbox", { name: "Webhook URL" }), "new");
  await user.click(row);
  expect(row.getAttribute("aria-expanded")).toBe("false");
  expect(second.queryByRole("textbox")).toBeNull();
  await user.click(row);
  expect(second.getByRole<HTMLInputElement>("textbox", { name: "Webhook URL" }).value).toBe(
    "https://b.example.org/new",
  );
  expect(second.getByText("Unsaved changes")).toBeTruthy();
});

test("a disabled webhook tells why and is enabled again; a secret is rotated; one is removed", async () => {
  const user = userEvent.setup();
  const down = webhook({ is_active: false, disabled_at: "2026-01-05T00:00:00Z", disabled_reason: "It was gone: 410." });
  const calls = fakeServer({
    ...settingsRoutes(),
    "GET /api/webhooks": () => ({ body: calls.some(({ method }) => method === "DELETE") ? [] : [down] }),
    "PUT /api/webhooks/7": () => ({ body: webhook() }),
    "POST /api/webhooks/7/rotate-secret": () => ({ body: { secret: "whsec_two" } }),
    "DELETE /api/webhooks/7": () => ({ status: 204 }),
  });
  renderApp("/settings/api");
  const first = await card(1);
  expect(first.getByText(/It was gone: 410\./)).toBeTruthy();
  expect(first.getByText("Disabled")).toBeTruthy();
  await user.click(first.getByRole("button", { name: "Enable again" }));
  expect(await first.findByText("Active")).toBeTruthy();
  expect(bodies(calls, "PUT", "/api/webhooks/7")).toEqual([{ is_active: true }]);
  await user.click(first.getByRole("button", { name: "Rotate secret" }));
  await user.click(within(await screen.findByRole("alertdialog")).getByRole("button", { name: "Rotate secret" }));
  expect((await first.findByLabelText<HTMLInputElement>("Signing secret")).value).toBe("whsec_two");
  await expectAccessible(document.body);
  await user.click(first.getByRole("button", { name: "Remove" }));
  await user.click(within(await screen.findByRole("alertdialog")).getByRole("button", { name: "Remove" }));
  await waitFor(async () => expect((await card(1)).getByLabelText<HTMLInputElement>("Webhook URL").value).toBe(""));
});

test("a webhook made elsewhere keeps the events it has in part when another box is ticked", async () => {
  const user = userEvent.setup();
  const calls = fakeServer({
    ...settingsRoutes(),
    "GET /api/webhooks": () => ({ body: [webhook({ events: ["subscriber.created"] })] }),
    "PUT /api/webhooks/7": ({ body }) => ({ body: webhook(body as object) }),
  });
  renderApp("/settings/api");
  const first = await card(1);
  expect(first.getByLabelText<HTMLInputElement>(/^Subscriber Changes/).indeterminate).toBe(true);
  await user.click(first.getByLabelText(/^Campaign Progress/));
  await user.click(first.getByRole("button", { name: "Save API Settings" }));
  await waitFor(() =>
    expect(bodies(calls, "PUT", "/api/webhooks/7")).toEqual([
      {
        url: "https://hooks.example.org/in",
        events: ["subscriber.created", "campaign.sending", "campaign.sent", "campaign.paused"],
      },
    ]),
  );
});

test("deliveries are filtered, opened, read on and replayed", async () => {
  const user = userEvent.setup();
  const failed = hookDelivery({
    id: 41,
    event_id: "evt_41",
    type: "email.clicked",
    state: "failed",
    status: null,
    error: "The connection was refused.",
    duration_ms: 12,
    delivered_at: null,
    response: null,
    payload: { type: "email.clicked", data: { link: "https://example.org/x" } },
  });
  const path = "/api/webhooks/7/deliveries";
  const calls = fakeServer({
    ...settingsRoutes(),
    "GET /api/webhooks": () => ({ body: [webhook({ last_delivery: hookDelivery() })] }),
    [`GET ${path}`]: ({ query }) => {
      if (query.get("state") === "pending") return { body: [] };
      if (query.get("cursor")) return { body: [failed] };
      return { body: [hookDelivery()], headers: { Link: `<${path}?cursor=abc>; rel="next"` } };
    },
    [`POST ${path}/41/replay`]: () => ({ status: 202, body: { ...failed, state: "pending" } }),
  });
  renderApp("/settings/api");
  await user.click((await card(1)).getByRole("button", { name: "Deliveries" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Deliveries" }));
  expect(await dialog.findByText("email.opened")).toBeTruthy();
  await user.click(dialog.getByRole("button", { name: "Load more" }));
  await user.click(await dialog.findByRole("button", { name: /email\.clicked/ }));
  expect(dialog.getByText(/"link": "https:\/\/example.org\/x"/)).toBeTruthy();
  expect(dialog.getByText("The connection was refused.")).toBeTruthy();
  expect(dialog.queryByRole("button", { name: "Load more" })).toBeNull();
  await expectAccessible(document.body);
  await user.click(dialog.getByRole("button", { name: "Replay" }));
  await waitFor(() => expect(calls.some((call) => call.path === `${path}/41/replay`)).toBe(true));
  await user.selectOptions(dialog.getByLabelText("State"), "Pending");
  expect(await dialog.findByText("No deliveries in this state")).toBeTruthy();
});
