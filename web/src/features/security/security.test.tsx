import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, test, vi } from "vitest";
import type { SessionEntry } from "@/api/security";
import { signOut } from "@/api/session";
import { expectAccessible } from "@/testing/axe";
import { type Answer, author, type Call, fakeServer, type Handler } from "@/testing/fake-server";
import { lend } from "@/testing/lend";
import { renderApp } from "@/testing/render-app";
import { auditEntry, deviceSession, passkey, security, securityRoutes } from "@/testing/security";
import { settingsRoutes } from "@/testing/settings";

afterEach(() => signOut());

const local = { provider: "local", issuer: "x", client_id: null, sign_up: true, password_reset: true, passkeys: true };
const fieldError = (field: string, message: string): Answer => ({
  status: 422,
  body: { detail: message, errors: [{ field, message }] },
});
const bodies = (calls: Call[], method: string, path: string) =>
  calls.filter((call) => call.method === method && call.path === path).map(({ body }) => body);

async function open(routes: Record<string, Handler>) {
  const user = userEvent.setup();
  const calls = fakeServer({
    ...settingsRoutes(),
    "GET /api/auth/config": () => ({ body: local }),
    ...routes,
  });
  renderApp("/settings/security");
  const section = within(await screen.findByRole("region", { name: "Security" }));
  return { user, calls, section };
}

const dialogNamed = async (name: string) => within(await screen.findByRole("dialog", { name }));

test("it is a page of the settings, and keeps nobody out", async () => {
  const { section } = await open(securityRoutes());
  const parts = section.getAllByRole("heading", { level: 3 }).map((heading) => heading.textContent);
  expect(parts).toEqual(["Password", "Authenticator app", "Passkeys", "Devices", "Activity"]);
  expect(section.getByText("No activity yet.")).toBeTruthy();
  await expectAccessible(document.body);
});

test("another password needs the present one, and is refused at its field", async () => {
  let answer = fieldError("current_password", "Wrong password.");
  const { user, calls, section } = await open({ ...securityRoutes(), "POST /api/me/password": () => answer });
  await user.click(await section.findByRole("button", { name: "Change password" }));
  const dialog = await dialogNamed("Change password");
  await expectAccessible(document.body);
  await user.type(dialog.getByLabelText("Current password"), "wrong");
  await user.type(dialog.getByLabelText("New password"), "short");
  await user.click(dialog.getByRole("button", { name: "Change password" }));
  expect(await dialog.findByText("Use 10 to 128 characters.")).toBeTruthy();
  await user.type(dialog.getByLabelText("New password"), " no more");
  await user.click(dialog.getByRole("button", { name: "Change password" }));
  expect(await dialog.findByText("Wrong password.")).toBeTruthy();
  const reads = () => calls.filter(({ path }) => path === "/api/me/sessions").length;
  const before = reads();
  answer = { status: 204 };
  await user.click(dialog.getByRole("button", { name: "Change password" }));
  expect(await screen.findByText("Password changed")).toBeTruthy();
  expect(screen.queryByRole("dialog")).toBeNull();
  expect(bodies(calls, "POST", "/api/me/password").at(-1)).toEqual({
    current_password: "wrong",
    new_password: "short no more",
  });
  await waitFor(() => expect(reads()).toBeGreaterThan(before));
});

test("an address nobody has confirmed gets another link; an account without a password its first", async () => {
  const { user, calls, section } = await open({
    ...securityRoutes(security({ email_verified: false, has_password: false })),
    "POST /api/me/verify-email": () => ({ status: 202 }),
    "POST /api/auth/password-reset": () => ({ status: 202 }),
  });
  await user.click(await section.findByRole("button", { name: "Send confirmation link" }));
  await waitFor(() => expect(bodies(calls, "POST", "/api/me/verify-email")).toHaveLength(1));
  await user.click(section.getByRole("button", { name: "Send link" }));
  await waitFor(() => expect(bodies(calls, "POST", "/api/auth/password-reset")).toEqual([{ email: author.email }]));
  expect(section.queryByRole("button", { name: "Turn on" })).toBeNull();
});

const codes = Array.from({ length: 10 }, (_, index) => `code-${index}`);

test("an authenticator app: password, picture, code, and ten codes to keep", async () => {
  let present = security();
  let confirmed: Answer = fieldError("code", "The code is wrong.");
  const svg = '<svg xmlns="http://www.w3.org/2000/svg"><path d="#"/></svg>';
  const { user, calls, section } = await open({
    ...securityRoutes(),
    "GET /api/me/security": () => ({ body: present }),
    "POST /api/me/totp": () => ({
      body: { secret: "JBSWY3DPEHPK3PXP", otpauth_url: "otpauth://totp/a?secret=J", qr_svg: svg },
    }),
    "POST /api/me/totp/confirm": () => confirmed,
  });
  await user.click(await section.findByRole("button", { name: "Turn on" }));
  await user.type(screen.getByLabelText("Password"), "long enough");
  await user.click(screen.getByRole("button", { name: "Continue" }));
  const picture = await screen.findByRole<HTMLImageElement>("img", { name: "QR code for your authenticator app" });
  expect(decodeURIComponent(picture.src)).toBe(`data:image/svg+xml;charset=utf-8,${svg}`);
  expect(screen.getByText("JBSW Y3DP EHPK 3PXP")).toBeTruthy();
  await expectAccessible(document.body);
  await user.type(screen.getByLabelText("Code"), "12 34 56{Enter}");
  expect(await screen.findByText("The code is wrong.")).toBeTruthy();
  confirmed = { body: { recovery_codes: codes } };
  present = security({ totp: { enabled_at: "2026-01-01T00:00:00Z", recovery_codes_left: 10 } });
  await user.click(screen.getByRole("button", { name: "Turn on" }));
  const dialog = await dialogNamed("Your recovery codes");
  expect(dialog.getAllByRole("listitem").map((item) => item.textContent)).toEqual(codes);
  expect(bodies(calls, "POST", "/api/me/totp/confirm").at(-1)).toEqual({ code: "123456" });
  await expectAccessible(document.body);
  // They are shown once: a stray key does not close them.
  await user.keyboard("{Escape}");
  let saved: Blob | undefined;
  URL.createObjectURL = ((blob: Blob) => {
    saved = blob;
    return "blob:codes";
  }) as typeof URL.createObjectURL;
  URL.revokeObjectURL = () => undefined;
  vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(() => undefined);
  await user.click(dialog.getByRole("button", { name: "Download" }));
  const text = new TextDecoder().decode(await saved?.arrayBuffer());
  expect(text.trim().split("\n").slice(-10)).toEqual(codes);
  await user.click(dialog.getByRole("button", { name: "I saved them" }));
  expect(await section.findByText("10 recovery codes left.")).toBeTruthy();
});

test("its codes are renewed and it is turned off with the password", async () => {
  let present = security({ totp: { enabled_at: "2026-01-01T00:00:00Z", recovery_codes_left: 0 } });
  let off: Answer = fieldError("password", "Wrong password.");
  const { user, calls, section } = await open({
    ...securityRoutes(),
    "GET /api/me/security": () => ({ body: present }),
    "POST /api/me/totp/recovery-codes": () => ({ body: { recovery_codes: codes } }),
    "DELETE /api/me/totp": () => off,
  });
  expect(await section.findByText("No recovery codes left. Renew them.")).toBeTruthy();
  await user.click(section.getByRole("button", { name: "Renew codes" }));
  await user.type(screen.getByLabelText("Password"), "one");
  await user.click(within(screen.getByRole("dialog")).getByRole("button", { name: "Renew codes" }));
  await user.click(await screen.findByRole("button", { name: "I saved them" }));
  expect(bodies(calls, "POST", "/api/me/totp/recovery-codes")).toEqual([{ password: "one" }]);
  await user.click(section.getByRole("button", { name: "Turn off" }));
  const dialog = await dialogNamed("Turn off the authenticator app");
  await user.type(dialog.getByLabelText("Password"), "two");
  await user.click(dialog.getByRole("button", { name: "Turn off" }));
  expect(await dialog.findByText("Wrong password.")).toBeTruthy();
  off = { status: 204 };
  present = security();
  await user.click(dialog.getByRole("button", { name: "Turn off" }));
  expect(await section.findByRole("button", { name: "Turn on" })).toBeTruthy();
  expect(bodies(calls, "DELETE", "/api/me/totp").at(-1)).toEqual({ password: "two" });
});

test("passkeys are added with a name, renamed and removed", async () => {
  const create = vi.fn(async (): Promise<unknown> => {
    throw new DOMException("There.", "InvalidStateError");
  });
  vi.stubGlobal("PublicKeyCredential", { parseCreationOptionsFromJSON: (json: unknown) => json });
  lend(navigator, { credentials: { create } as unknown as CredentialsContainer });
  let passkeys = [passkey({ last_used_at: null })];
  const { user, calls, section } = await open({
    ...securityRoutes(),
    "GET /api/me/security": () => ({ body: security({ passkeys }) }),
    "POST /api/me/passkeys/options": () => ({ body: { challenge_id: "c1", options: { challenge: "AQID" } } }),
    "POST /api/me/passkeys": () => {
      passkeys = [...passkeys, passkey({ id: 5, name: "Phone" })];
      return { status: 201, body: passkeys[1] };
    },
    "PUT /api/me/passkeys/5": () => ({ body: passkey({ id: 5, name: "Old phone" }) }),
    "DELETE /api/me/passkeys/4": () => {
      passkeys = passkeys.slice(1);
      return { status: 204 };
    },
  });
  await user.click(await section.findByRole("button", { name: "Add passkey" }));
  await user.type(screen.getByLabelText("Name"), "Phone{Enter}");
  expect(await screen.findByText("This device has a passkey for your account already.")).toBeTruthy();
  await expectAccessible(document.body);
  create.mockResolvedValue({ toJSON: () => ({ id: "k" }) });
  await user.click(screen.getByRole("button", { name: "Continue" }));
  await section.findByRole("button", { name: "Rename Phone" });
  expect(bodies(calls, "POST", "/api/me/passkeys")).toEqual([
    { challenge_id: "c1", name: "Phone", credential: { id: "k" } },
  ]);
  await user.click(section.getByRole("button", { name: "Rename Phone" }));
  await user.type(screen.getByLabelText("Name"), "!{Enter}");
  await waitFor(() => expect(bodies(calls, "PUT", "/api/me/passkeys/5")).toEqual([{ name: "Phone!" }]));
  await user.click(section.getByRole("button", { name: "Remove Work laptop" }));
  await user.click(within(await screen.findByRole("alertdialog")).getByRole("button", { name: "Remove" }));
  await waitFor(() => expect(section.queryByText("Work laptop")).toBeNull());
});

test("where passkeys are impossible, that is said and none is offered", async () => {
  const { section } = await open({
    ...securityRoutes(),
    "GET /api/auth/config": () => ({ body: { ...local, passkeys: false } }),
  });
  expect(await section.findByText(/Passkeys need HTTPS and a host name/)).toBeTruthy();
  expect(section.queryByRole("button", { name: "Add passkey" })).toBeNull();
});

test("sessions end one by one, or all but this one after a question", async () => {
  let sessions: SessionEntry[] = [
    deviceSession(),
    deviceSession({ id: 2, device: "Safari on iPhone", method: "passkey", ip: "203.0.113.7", current: false }),
    deviceSession({ id: 3, device: "Chrome on Windows", current: false }),
    deviceSession({ id: 4, device: "curl", current: false }),
  ];
  const { user, calls, section } = await open({
    ...securityRoutes(),
    "GET /api/me/sessions": () => ({ body: sessions }),
    "DELETE /api/me/sessions/2": () => {
      sessions = sessions.filter(({ id }) => id !== 2);
      return { status: 204 };
    },
    "DELETE /api/me/sessions": () => {
      sessions = sessions.slice(0, 1);
      return { status: 204 };
    },
  });
  const list = within(await section.findByRole("list", { name: "Devices" }));
  const [here, phone] = list.getAllByRole("listitem");
  expect(within(here as HTMLElement).getByText("This device")).toBeTruthy();
  expect(within(here as HTMLElement).queryByRole("button")).toBeNull();
  expect(phone?.textContent).toMatch(/Passkey, 203\.0\.113\.7, since/);
  await user.click(list.getByRole("button", { name: "Sign out Safari on iPhone" }));
  await waitFor(() => expect(list.getAllByRole("listitem")).toHaveLength(3));
  await user.click(section.getByRole("button", { name: "Sign out everywhere else" }));
  const question = within(await screen.findByRole("alertdialog"));
  expect(question.getByText(/^2 other devices will have to sign in again/)).toBeTruthy();
  expect(bodies(calls, "DELETE", "/api/me/sessions")).toEqual([]);
  await user.click(question.getByRole("button", { name: "Sign out everywhere else" }));
  expect(await section.findByText("You're not signed in anywhere else.")).toBeTruthy();
});

test("the log shows what was done, a page at a time", async () => {
  const { user, section } = await open({
    ...securityRoutes(),
    "GET /api/me/audit": ({ query }) =>
      query.get("cursor") === "c2"
        ? { body: [auditEntry({ id: 1, title: "Account created" })] }
        : {
            body: [auditEntry({ id: 2, title: "API key created", detail: "Website" })],
            headers: { Link: '</api/me/audit?limit=10&cursor=c2>; rel="next"' },
          },
  });
  expect(await section.findByText("Website")).toBeTruthy();
  expect(section.getByText("Firefox on Linux, 192.0.2.4")).toBeTruthy();
  await user.click(section.getByRole("button", { name: "Load more" }));
  expect(await section.findByText("Account created")).toBeTruthy();
  expect(section.getByText("Website")).toBeTruthy();
  expect(section.queryByRole("button", { name: "Load more" })).toBeNull();
});

test("with a provider, only devices and the log are here", async () => {
  const { section } = await open({
    ...securityRoutes(security({ provider: "oidc", has_password: false })),
    "GET /api/auth/config": () => ({ body: { ...local, provider: "oidc", provider_name: "id.example.org" } }),
  });
  expect(await section.findByText("id.example.org")).toBeTruthy();
  const parts = section.getAllByRole("heading", { level: 3 }).map((heading) => heading.textContent);
  expect(parts).toEqual(["Devices", "Activity"]);
});

test("what cannot be read says so, and can be tried again", async () => {
  let answer: Answer = { status: 500, body: { detail: "The database is away." } };
  const { user, section } = await open({ ...securityRoutes(), "GET /api/me/security": () => answer });
  expect(await section.findByText("The database is away.")).toBeTruthy();
  answer = { body: security() };
  await user.click(section.getByRole("button", { name: "Try Again" }));
  expect(await section.findByRole("button", { name: "Change password" })).toBeTruthy();
});
