import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, test } from "vitest";
import { signOut } from "@/api/session";
import { expectAccessible } from "@/testing/axe";
import { type Answer, fakeServer, newsletter } from "@/testing/fake-server";
import { renderApp } from "@/testing/render-app";
import { senderSchema } from "./schema";

afterEach(() => signOut());

test("an empty list invites to the first newsletter; required fields are asked for; empty ones are not sent", async () => {
  const user = userEvent.setup();
  const calls = fakeServer({
    "GET /api/newsletters": () => ({ body: [] }),
    "POST /api/newsletters": () => ({ status: 201, body: newsletter() }),
  });
  renderApp("/newsletters");
  expect(await screen.findByText("No newsletters yet")).toBeTruthy();
  await user.click(screen.getByRole("button", { name: "Create Your First Newsletter" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Create New Newsletter" }));
  expect((dialog.getByLabelText("Email Prefix") as HTMLInputElement).value).toBe("newsletter");
  await user.click(dialog.getByRole("button", { name: "Create Newsletter" }));
  expect(await dialog.findByText("Enter a name.")).toBeTruthy();
  await user.type(dialog.getByLabelText("Name"), "Notes");
  await user.type(dialog.getByLabelText("From Name"), "Desk");
  await user.type(dialog.getByLabelText("Reply-To Email"), "nonsense");
  await user.click(dialog.getByRole("button", { name: "Create Newsletter" }));
  expect(await dialog.findByText(/Enter an email address/)).toBeTruthy();
  expect(calls.some((call) => call.method === "POST" && call.path === "/api/newsletters")).toBe(false);
  await user.clear(dialog.getByLabelText("Reply-To Email"));
  await user.click(dialog.getByRole("button", { name: "Create Newsletter" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  const sent = calls.find((call) => call.method === "POST" && call.path === "/api/newsletters");
  expect(sent?.body).toEqual({
    name: "Notes",
    from_name: "Desk",
    from_prefix: "newsletter",
    in_doubt_policy: "resend",
    tracking: "full",
    language: "en",
  });
  expect(sent?.headers.get("Idempotency-Key")).toMatch(/^[0-9a-f]{32}$/);
});

test("the server's field errors appear at their fields", async () => {
  const user = userEvent.setup();
  fakeServer({
    "GET /api/newsletters": () => ({ body: [newsletter()] }),
    "PUT /api/newsletters/1": () => ({
      status: 422,
      body: { detail: "A field is not right.", errors: [{ field: "from_prefix", message: "Not a prefix." }] },
    }),
  });
  renderApp("/newsletters");
  await user.click(await screen.findByRole("button", { name: "Edit The Slow Web" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Edit Newsletter" }));
  await user.click(dialog.getByRole("button", { name: "Update Newsletter" }));
  const field = dialog.getByLabelText("Email Prefix");
  await waitFor(() => expect(field.getAttribute("aria-invalid")).toBe("true"));
  expect(document.getElementById(field.getAttribute("aria-describedby") ?? "")?.textContent).toBe("Not a prefix.");
});

test("what a full disk refuses is told in the server's words, and nothing that was typed is lost", async () => {
  const user = userEvent.setup();
  const detail = "The server's disk is full. Nothing was changed. Tell its operator.";
  const problem = { type: "about:blank", title: "Insufficient Storage", status: 507, detail };
  let answer: Answer = { status: 507, body: problem, headers: { "Content-Type": "application/problem+json" } };
  const calls = fakeServer({
    "GET /api/newsletters": () => ({ body: [] }),
    "POST /api/newsletters": () => answer,
  });
  renderApp("/newsletters");
  await user.click(await screen.findByRole("button", { name: "Create Your First Newsletter" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Create New Newsletter" }));
  await user.type(dialog.getByLabelText("Name"), "Notes");
  await user.type(dialog.getByLabelText("From Name"), "Desk");
  await user.click(dialog.getByRole("button", { name: "Create Newsletter" }));
  expect((await dialog.findByRole("alert")).textContent).toBe(detail);
  expect(dialog.getByLabelText<HTMLInputElement>("Name").value).toBe("Notes");
  expect(dialog.getByLabelText<HTMLInputElement>("From Name").value).toBe("Desk");
  // The same once more, when there is space again, is a new attempt and not the answer that was kept.
  answer = { status: 201, body: newsletter() };
  await user.click(dialog.getByRole("button", { name: "Create Newsletter" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  const made = calls.filter((call) => call.method === "POST" && call.path === "/api/newsletters");
  expect(made.map((call) => call.body)).toEqual([made[0]?.body, made[0]?.body]);
  expect(made[0]?.headers.get("Idempotency-Key")).not.toBe(made[1]?.headers.get("Idempotency-Key"));
});

test("Deactivate sends only is_active; Delete asks with the exact words and deletes only when confirmed", async () => {
  const user = userEvent.setup();
  const calls = fakeServer({
    "GET /api/newsletters": () => ({ body: [newsletter({ name: 'The "Slow" Web' })] }),
    "PUT /api/newsletters/1": () => ({ body: newsletter({ is_active: false }) }),
    "DELETE /api/newsletters/1": () => ({ status: 204 }),
  });
  renderApp("/newsletters");
  await user.click(await screen.findByRole("button", { name: "Deactivate" }));
  await waitFor(() => expect(calls.find((call) => call.method === "PUT")?.body).toEqual({ is_active: false }));
  const remove = () => user.click(screen.getByRole("button", { name: /^Delete/ }));
  await remove();
  const question = 'Are you sure you want to delete "The "Slow" Web"? This action cannot be undone.';
  expect((await screen.findByRole("alertdialog")).textContent).toContain(question);
  await user.click(screen.getByRole("button", { name: "Cancel" }));
  expect(calls.some((call) => call.method === "DELETE")).toBe(false);
  await remove();
  await user.click(within(await screen.findByRole("alertdialog")).getByRole("button", { name: "Delete" }));
  await waitFor(() => expect(calls.some((call) => call.method === "DELETE")).toBe(true));
});

test("a list error is shown in a banner with the server's words", async () => {
  fakeServer({ "GET /api/newsletters": () => ({ status: 500, body: { detail: "The database is away." } }) });
  renderApp("/newsletters");
  expect((await screen.findByRole("alert")).textContent).toContain("The database is away.");
});

test("a link opens one newsletter's form, and its tracking is chosen there", async () => {
  const user = userEvent.setup();
  const calls = fakeServer({
    "GET /api/newsletters": () => ({ body: [newsletter()] }),
    "PUT /api/newsletters/1": () => ({ body: newsletter({ tracking: "anonymous" }) }),
  });
  renderApp("/newsletters?edit=1");
  const dialog = within(await screen.findByRole("dialog", { name: "Edit Newsletter" }));
  const group = within(dialog.getByRole("group", { name: "Tracking" }));
  expect(group.getByRole<HTMLInputElement>("radio", { name: "Full" }).checked).toBe(true);
  expect(group.getByText("Counts opens and clicks without identifying subscribers")).toBeTruthy();
  await expectAccessible(document.body);
  await user.click(group.getByRole("radio", { name: "Anonymous" }));
  await user.click(dialog.getByRole("button", { name: "Update Newsletter" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(calls.find((call) => call.method === "PUT")?.body).toMatchObject({ tracking: "anonymous" });
  expect(location.search).toBe("");
});

test("a newsletter’s language is chosen by its own name", async () => {
  const user = userEvent.setup();
  const calls = fakeServer({
    "GET /api/newsletters": () => ({ body: [newsletter({ language: "es" })] }),
    "PUT /api/newsletters/1": () => ({ body: newsletter({ language: "de" }) }),
  });
  renderApp("/newsletters?edit=1");
  const field = within(await screen.findByRole("dialog")).getByLabelText<HTMLSelectElement>("Language");
  expect(field.value).toBe("es");
  expect([...field.options].map(({ text, lang }) => [text, lang])).toEqual([
    ["English", "en"],
    ["Deutsch", "de"],
    ["Español", "es"],
  ]);
  await user.selectOptions(field, "Deutsch");
  await user.click(screen.getByRole("button", { name: "Update Newsletter" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(calls.find((call) => call.method === "PUT")?.body).toMatchObject({ language: "de" });
});

test("a sample newsletter says so on its card", async () => {
  fakeServer({ "GET /api/newsletters": () => ({ body: [newsletter({ is_sample: true }), newsletter({ id: 2 })] }) });
  renderApp("/newsletters");
  expect(await screen.findAllByText("Sample")).toHaveLength(1);
});

test("the sender takes a whole address at its domain, and says what to do about another", async () => {
  const user = userEvent.setup();
  const calls = fakeServer({
    "GET /api/newsletters": () => ({ body: [newsletter()] }),
    "PUT /api/newsletters/1": () => ({
      body: newsletter({ from_prefix: "desk", sending_address: "desk@example.com" }),
    }),
  });
  renderApp("/newsletters");
  const field = await screen.findByLabelText<HTMLInputElement>("From Email");
  const save = screen.getByRole("button", { name: "Save Settings" });
  const changes = () => calls.filter(({ method }) => method === "PUT").map(({ body }) => body);
  fireEvent.change(field, { target: { value: "news@elsewhere.org" } });
  await user.click(save);
  await screen.findByText(/This newsletter sends from example.com. To change that, press Edit/);
  expect(field.getAttribute("aria-invalid")).toBe("true");
  expect(changes()).toEqual([]);
  fireEvent.change(field, { target: { value: " Desk@Example.com " } });
  fireEvent.blur(field);
  expect(field.value).toBe("Desk");
  await user.click(save);
  await waitFor(() => expect(changes()).toEqual([{ from_name: "Desk", from_prefix: "Desk" }]));
});

test.each([
  ["desk", "desk"],
  ["desk@example.com", "desk"],
  ["a b@example.com", null],
  ["@example.com", null],
  ["desk@example.com.evil.org", null],
  ["desk@", null],
  ["a@b@example.com", null],
])("%j is read as %j", (typed, prefix) => {
  const read = senderSchema("example.com").safeParse({ from_name: "Desk", from_prefix: typed });
  expect(read.success ? read.data.from_prefix : null).toBe(prefix);
});
