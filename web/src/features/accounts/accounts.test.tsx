import { act, screen, waitFor, within } from "@testing-library/react";
import userEvent, { type UserEvent } from "@testing-library/user-event";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { refresh, signOut } from "@/api/session";
import * as leave from "@/lib/leave";
import { expectAccessible } from "@/testing/axe";
import { type Answer, type Call, fakeServer, session } from "@/testing/fake-server";
import { lend } from "@/testing/lend";
import { renderApp } from "@/testing/render-app";

vi.mock("@/lib/leave", () => ({ leaveFor: vi.fn() }));

const leaveFor = vi.mocked(leave.leaveFor);
const PROMPT = "Please sign in to access the newsletter management dashboard.";

beforeEach(() => {
  leaveFor.mockReset();
  sessionStorage.clear();
});
afterEach(() => signOut());

const local = { provider: "local", issuer: "x", client_id: null, sign_up: true, session: false };
const hosted = { ...local, provider: "oidc", sign_up: false, provider_name: "id.example.org" };
const config = (body: object) => ({ "GET /api/auth/config": () => ({ body }) });
const refused = (): Answer => ({ status: 401, body: { detail: "The session has ended." } });
const secondFactor = (detail: string): Answer => ({
  status: 401,
  body: { type: "urn:letterpress:second-factor", detail },
});
const bodies = (calls: Call[], path: string) => calls.filter((call) => call.path === path).map(({ body }) => body);

async function openDialog(user: UserEvent) {
  await user.click(await screen.findByRole("button", { name: "Sign in" }));
  return within(await screen.findByRole("dialog"));
}

test("a second factor is asked for in the same dialog, and address and password go with it", async () => {
  const user = userEvent.setup();
  let answer = secondFactor("Enter the code from your authenticator app.");
  const calls = fakeServer({ ...config(local), "POST /api/auth/sign-in": () => answer });
  renderApp("/nowhere");
  const dialog = await openDialog(user);
  await user.type(dialog.getByLabelText("Email"), "author@example.com");
  await user.type(dialog.getByLabelText("Password"), "long enough{Enter}");
  const code = await dialog.findByLabelText<HTMLInputElement>("Code");
  expect([code.autocomplete, code.inputMode]).toEqual(["one-time-code", "numeric"]);
  expect(document.activeElement).toBe(code);
  expect(dialog.queryByRole("alert")).toBeNull();
  await expectAccessible(document.body);
  answer = secondFactor("This code is wrong or already used.");
  await user.type(code, "123 456{Enter}");
  expect(await dialog.findByText("This code is wrong or already used.")).toBeTruthy();
  answer = { body: session() };
  await user.click(dialog.getByRole("button", { name: "Use a recovery code" }));
  await user.type(dialog.getByLabelText("Recovery code"), "k7m2-9xqd{Enter}");
  expect(await screen.findByText("Page not found", { selector: "p" })).toBeTruthy();
  const known = { email: "author@example.com", password: "long enough" };
  expect(bodies(calls, "/api/auth/sign-in")).toEqual([
    known,
    { ...known, code: "123456" },
    { ...known, code: "k7m2-9xqd" },
  ]);
});

test("a server without an account offers to create the first one, and says what it is", async () => {
  const user = userEvent.setup();
  const calls = fakeServer({
    ...config({ ...local, first_account: true }),
    "POST /api/auth/sign-up": () => ({ status: 201, body: session() }),
  });
  renderApp("/nowhere");
  expect(await screen.findByText(PROMPT)).toBeTruthy();
  await user.click(screen.getByRole("button", { name: "Sign in" }));
  await user.click(await screen.findByRole("button", { name: "Create the first account" }));
  expect(await screen.findByRole("dialog", { name: "Create the first account" })).toBeTruthy();
  await user.keyboard("{Escape}");
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  await user.click(screen.getByRole("button", { name: "Create the first account" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Create the first account" }));
  expect(dialog.getByText(/The first one is its administrator/)).toBeTruthy();
  await expectAccessible(document.body);
  await user.type(dialog.getByLabelText("Name"), "Ada");
  await user.type(dialog.getByLabelText("Email"), "ada@example.com");
  await user.type(dialog.getByLabelText("Password"), "long enough");
  await user.click(dialog.getByRole("button", { name: "Create the first account" }));
  expect(await screen.findByText("Page not found", { selector: "p" })).toBeTruthy();
  expect(bodies(calls, "/api/auth/sign-up")).toEqual([
    { name: "Ada", email: "ada@example.com", password: "long enough" },
  ]);
});

test("where there is an account nothing is said of a first one", async () => {
  fakeServer(config({ ...local, first_account: false }));
  renderApp("/");
  const dialog = await openDialog(userEvent.setup());
  expect(screen.queryByText(/first account/)).toBeNull();
  expect(dialog.getByRole("button", { name: "Create your account" })).toBeTruthy();
});

test("too many attempts say when to come back", async () => {
  const user = userEvent.setup();
  fakeServer({
    ...config(local),
    "POST /api/auth/sign-in": () => ({ status: 429, body: { detail: "No." }, headers: { "Retry-After": "90" } }),
  });
  renderApp("/");
  const dialog = await openDialog(user);
  await user.type(dialog.getByLabelText("Email"), "author@example.com");
  await user.type(dialog.getByLabelText("Password"), "x{Enter}");
  expect((await dialog.findByRole("alert")).textContent).toBe("Too many attempts. Try again in 1 min 30 s.");
});

test("a forgotten password is replaced by a link, where mail can be sent, and the answer betrays nobody", async () => {
  const user = userEvent.setup();
  const calls = fakeServer({
    ...config({ ...local, password_reset: true }),
    "POST /api/auth/password-reset": () => ({ status: 202 }),
  });
  renderApp("/");
  const dialog = await openDialog(user);
  expect(dialog.queryByRole("button", { name: "Use a passkey" })).toBeNull();
  await user.type(dialog.getByLabelText("Email"), "a@example.com");
  await user.click(dialog.getByRole("button", { name: "Forgot your password?" }));
  expect(dialog.getByLabelText<HTMLInputElement>("Email").value).toBe("a@example.com");
  await user.click(dialog.getByRole("button", { name: "Send link" }));
  expect((await dialog.findByRole("status")).textContent).toMatch(/^If there's an account with a@example.com/);
  expect(bodies(calls, "/api/auth/password-reset")).toEqual([{ email: "a@example.com" }]);
  await user.click(dialog.getByRole("button", { name: "Back to sign in" }));
  expect(dialog.getByLabelText<HTMLInputElement>("Email").value).toBe("a@example.com");
});

test("without mail nothing is said of forgotten passwords", async () => {
  const user = userEvent.setup();
  fakeServer(config({ ...local, password_reset: false }));
  renderApp("/");
  const dialog = await openDialog(user);
  expect(dialog.queryByText("Forgot your password?")).toBeNull();
});

test("a passkey signs in without a password; a question that was closed is told", async () => {
  const user = userEvent.setup();
  const get = vi.fn(async (): Promise<unknown> => {
    throw new DOMException("Closed.", "NotAllowedError");
  });
  vi.stubGlobal("PublicKeyCredential", { parseRequestOptionsFromJSON: (json: unknown) => json });
  lend(navigator, { credentials: { get } as unknown as CredentialsContainer });
  const calls = fakeServer({
    ...config({ ...local, passkeys: true }),
    "POST /api/auth/passkey/options": () => ({ body: { challenge_id: "c1", options: { challenge: "AQID" } } }),
    "POST /api/auth/passkey": () => ({ body: session() }),
  });
  renderApp("/nowhere");
  const dialog = await openDialog(user);
  await user.click(dialog.getByRole("button", { name: "Use a passkey" }));
  expect((await dialog.findByRole("alert")).textContent).toMatch(/^No passkey was used/);
  get.mockResolvedValue({ toJSON: () => ({ id: "k" }) });
  await user.click(dialog.getByRole("button", { name: "Use a passkey" }));
  expect(await screen.findByText("Page not found", { selector: "p" })).toBeTruthy();
  expect(bodies(calls, "/api/auth/passkey")).toEqual([{ challenge_id: "c1", credential: { id: "k" } }]);
});

test("a hosted provider is named, and reached with the way back", async () => {
  const user = userEvent.setup();
  fakeServer(config(hosted));
  renderApp("/campaigns?status=draft#recent");
  const dialog = await openDialog(user);
  expect(dialog.queryByLabelText("Password")).toBeNull();
  const link = dialog.getByRole("link", { name: "Continue with id.example.org" });
  expect(link.getAttribute("href")).toBe(
    `/auth/start?return_to=${encodeURIComponent("/campaigns?status=draft#recent")}`,
  );
  await expectAccessible(document.body);
});

test("a sign-in that came to nothing is told in the dialog and leaves the address", async () => {
  fakeServer({ ...config({ ...hosted, session: true }), "POST /api/auth/refresh": refused });
  renderApp("/?sign_in_error=The%20provider%20does%20not%20answer.");
  const dialog = within(await screen.findByRole("dialog"));
  expect(dialog.getByRole("alert").textContent).toBe("The provider does not answer.");
  await waitFor(() => expect(location.search).toBe(""));
  expect(dialog.getByRole("link").getAttribute("href")).toBe(`/auth/start?return_to=${encodeURIComponent("/")}`);
  expect(leaveFor).not.toHaveBeenCalled();
});

test("a session that cannot be renewed goes through the provider once, not in circles", async () => {
  fakeServer({ ...config({ ...hosted, session: true }), "POST /api/auth/refresh": refused });
  const first = renderApp("/domains");
  await waitFor(() => expect(leaveFor).toHaveBeenCalledWith("/auth/start?return_to=%2Fdomains"));
  expect(screen.queryByText(PROMPT)).toBeNull();
  first.unmount();
  renderApp("/domains");
  expect(await screen.findByText(PROMPT)).toBeTruthy();
  expect(leaveFor).toHaveBeenCalledTimes(1);
});

test("nobody who was not signed in is sent to the provider", async () => {
  fakeServer(config({ ...hosted, session: false }));
  renderApp("/");
  expect(await screen.findByText(PROMPT)).toBeTruthy();
  expect(leaveFor).not.toHaveBeenCalled();
});

test("an outage of the provider keeps the session; its end goes through the provider", async () => {
  let answer: Answer = { body: session() };
  fakeServer({ ...config({ ...hosted, session: true }), "POST /api/auth/refresh": () => answer });
  renderApp("/nowhere");
  await screen.findByText("Page not found", { selector: "p" });
  answer = { status: 503, body: { detail: "The sign-in provider does not answer." } };
  await act(async () => {
    await expect(refresh()).rejects.toThrow("The sign-in provider does not answer.");
  });
  expect(screen.getByText("Page not found", { selector: "p" })).toBeTruthy();
  expect(leaveFor).not.toHaveBeenCalled();
  answer = refused();
  await act(async () => {
    expect(await refresh()).toBeNull();
  });
  expect(leaveFor).toHaveBeenCalledWith("/auth/start?return_to=%2Fnowhere");
});

test("signing out ends the session at the provider too", async () => {
  const user = userEvent.setup();
  const calls = fakeServer(config({ ...hosted, session: true }));
  renderApp("/nowhere");
  await user.click(await screen.findByRole("button", { name: "User menu" }));
  await user.click(screen.getByRole("menuitem", { name: "Sign out" }));
  expect(await screen.findByText(PROMPT)).toBeTruthy();
  expect(leaveFor.mock.calls).toEqual([["/auth/sign-out"]]);
  expect(bodies(calls, "/api/auth/sign-out")).toEqual([]);
});

test("while the provider cannot be asked, nobody is taken for signed out", async () => {
  fakeServer({
    ...config({ ...hosted, session: true }),
    "POST /api/auth/refresh": () => ({ status: 503, body: { detail: "The sign-in provider does not answer." } }),
  });
  renderApp("/");
  const alert = within(await screen.findByRole("alert"));
  expect(alert.getByText("The sign-in provider does not answer.")).toBeTruthy();
  expect(alert.getByRole("button", { name: "Try Again" })).toBeTruthy();
});
