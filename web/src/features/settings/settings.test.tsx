import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, test, vi } from "vitest";
import { signOut } from "@/api/session";
import { expectAccessible } from "@/testing/axe";
import { type Answer, author, type Call, domain, fakeServer } from "@/testing/fake-server";
import { renderApp } from "@/testing/render-app";
import { security, securityRoutes } from "@/testing/security";
import { settings, settingsRoutes } from "@/testing/settings";

afterEach(() => signOut());

const field = (name: string) => screen.getByLabelText<HTMLInputElement>(name);
const button = (name: string) => screen.getByRole<HTMLButtonElement>("button", { name });
const saved = (calls: Call[]) => calls.filter(({ method, path }) => method === "PUT" && path === "/api/settings");

async function open() {
  renderApp("/settings");
  return await screen.findByLabelText<HTMLInputElement>("Full Name");
}

/** A page of the settings. */
async function openAt(slug: string, title: string) {
  renderApp(`/settings/${slug}`);
  await screen.findByRole("heading", { level: 2, name: title });
}

/** The dialog that asks before the account is gone. */
async function openDeletion() {
  await openAt("danger-zone", "Danger Zone");
  await userEvent.click(await screen.findByRole("button", { name: "Delete Account" }));
}

const pages = [
  ["account", "Account Information", ["Save Changes"]],
  ["email", "Email Configuration", ["Save Email Settings"]],
  ["api", "API Settings", ["Regenerate", "Copy", "Save API Settings", "Test Webhook"]],
  ["notifications", "Notifications", []],
  ["security", "Security", ["Change password"]],
  ["data", "Your Data", ["Download my data"]],
  ["danger-zone", "Danger Zone", ["Delete Account"]],
] as const;

test.each(pages)("%s is a page of its own, and nobody is kept out", async (slug, title, buttons) => {
  // It brings a clipboard, which jsdom has not.
  userEvent.setup();
  fakeServer(settingsRoutes());
  await openAt(slug, title);
  for (const name of buttons) expect(await screen.findByRole("button", { name })).toBeTruthy();
  const column = within(screen.getByRole("navigation", { name: "Settings" }));
  expect(column.getByRole("link", { current: "page" }).textContent).toBe(title);
  expect(document.title).toContain(title);
  await expectAccessible(document.body);
});

test("the pages stand in their order under their names, beside the content or in a menu", async () => {
  const user = userEvent.setup();
  fakeServer(settingsRoutes());
  await open();
  expect(location.pathname).toBe("/settings/account");
  const titles = pages.map(([, title]) => title);
  const column = within(screen.getByRole("navigation", { name: "Settings" }));
  expect(column.getAllByRole("link").map((link) => link.textContent)).toEqual(titles);
  await user.click(column.getByRole("link", { name: "Email Configuration" }));
  expect(await screen.findByText("Letterpress uses the bulk email service through a verified domain.")).toBeTruthy();
  expect(screen.getByText("Configured")).toBeTruthy();
  // The column stays, and with it the focus.
  expect(document.activeElement).toBe(column.getByRole("link", { name: "Email Configuration" }));
  await user.click(button("Settings: Email Configuration"));
  const menu = within(screen.getByRole("menu"));
  expect(menu.getAllByRole("menuitemradio").map((item) => item.textContent)).toEqual(titles);
  await user.click(menu.getByRole("menuitemradio", { name: "Danger Zone" }));
  expect(await screen.findByText("Permanently delete your account and all data")).toBeTruthy();
  expect(location.pathname).toBe("/settings/danger-zone");
  const sections = screen.getAllByRole("link", { name: /^(Account Settings|Email Configuration|API Settings)$/ });
  expect(sections.map((link) => link.getAttribute("href")).filter((href) => href?.includes("#"))).toEqual([
    "/settings#account-settings",
    "/settings#email-configuration",
    "/settings#api-settings",
  ]);
});

test("the key's note stands on its page", async () => {
  fakeServer(settingsRoutes());
  await openAt("api", "API Settings");
  expect(await screen.findByText("Keep your API key secret. It provides full access to your account.")).toBeTruthy();
});

test.each([
  ["/settings", "/settings/account"],
  ["/settings/nowhere", "/settings/account"],
  ["/settings#time-zone", "/settings/account#time-zone"],
  ["/settings#webhooks", "/settings/api#webhooks"],
  ["/settings#authenticator-app", "/settings/security#authenticator-app"],
  ["/settings#your-data", "/settings/data#your-data"],
  ["/settings#danger-zone", "/settings/danger-zone#danger-zone"],
])("%s leads to %s", async (from, to) => {
  fakeServer(settingsRoutes());
  renderApp(from);
  await waitFor(() => expect(location.pathname + location.hash).toBe(to));
  expect(await screen.findByRole("heading", { level: 1, name: "Settings" })).toBeTruthy();
});

test("the account saves only what changed; the server's errors stand at their fields and what was typed stays", async () => {
  const user = userEvent.setup();
  let answer: Answer = {
    status: 422,
    body: { detail: "No.", errors: [{ field: "account.name", message: "This name is too long." }] },
  };
  const calls = fakeServer({ ...settingsRoutes(), "PUT /api/settings": () => answer });
  const name = await open();
  await user.clear(name);
  await user.click(button("Save Changes"));
  expect(await screen.findByText("Enter your name.")).toBeTruthy();
  await user.type(name, "Ada");
  await user.type(field("Company"), "Press");
  expect(screen.getByText("Unsaved changes")).toBeTruthy();
  await user.click(button("Save Changes"));
  expect(await screen.findByText("This name is too long.")).toBeTruthy();
  expect(name.value).toBe("Ada");
  answer = { body: settings({ account: { name: "Ada", company: "Press" } }) };
  await user.click(button("Save Changes"));
  await waitFor(() => expect(screen.queryByText("Unsaved changes")).toBeNull());
  expect(saved(calls).at(-1)?.body).toEqual({ account: { name: "Ada", company: "Press" } });
  await user.click(button("User menu"));
  expect(screen.getByRole("menu").textContent).toContain("Ada");
});

test("the common zones come first under the names everyone knows, and every other is found by typing", async () => {
  const user = userEvent.setup();
  const calls = fakeServer({
    ...settingsRoutes(),
    "PUT /api/settings": () => ({ body: settings({ account: { time_zone: "America/New_York" } }) }),
  });
  await open();
  await user.click(field("Time Zone"));
  const common = within(await screen.findByRole("group", { name: "Common" }));
  expect(common.getAllByRole("option").map((option) => option.firstChild?.textContent)).toEqual([
    "UTC-8 Pacific",
    "UTC-5 Eastern",
    "UTC+0 GMT",
    "UTC+1 CET",
  ]);
  await expectAccessible(document.body);
  await user.type(field("Time Zone"), "{Backspace}madr{Enter}");
  expect(field("Time Zone").value).toBe("Europe/Madrid");
  await user.clear(field("Time Zone"));
  await user.type(field("Time Zone"), "eastern{Enter}");
  expect(field("Time Zone").value).toBe("UTC-5 Eastern");
  await user.click(button("Save Changes"));
  await waitFor(() => expect(saved(calls).at(-1)?.body).toEqual({ account: { time_zone: "America/New_York" } }));
});

test("another address asks for the password, sends a link and holds only once that is followed", async () => {
  const user = userEvent.setup();
  let answer: Answer = { status: 403, body: { detail: "Wrong password." } };
  const calls = fakeServer({ ...settingsRoutes(), "POST /api/me/email": () => answer });
  await open();
  await user.clear(field("Email Address"));
  await user.type(field("Email Address"), "new@example.com");
  await user.click(button("Save Changes"));
  const dialog = within(await screen.findByRole("dialog", { name: "Change email address" }));
  expect(document.activeElement).toBe(dialog.getByLabelText("Password"));
  await user.type(dialog.getByLabelText("Password"), "wrong");
  await user.click(dialog.getByRole("button", { name: "Send link" }));
  expect(await dialog.findByText("Wrong password.")).toBeTruthy();
  answer = { status: 202 };
  await user.type(dialog.getByLabelText("Password"), "!");
  await user.click(dialog.getByRole("button", { name: "Send link" }));
  expect(await screen.findByText(/We sent a link to new@example.com/)).toBeTruthy();
  expect(field("Email Address").value).toBe(author.email);
  const asked = calls.filter(({ path }) => path === "/api/me/email").at(-1);
  expect(asked?.body).toEqual({ email: "new@example.com", password: "wrong!" });
  expect(saved(calls)).toEqual([]);
});

test("an address that is taken is refused at its field, and one that is not confirmed says where it can be", async () => {
  const user = userEvent.setup();
  fakeServer({
    ...settingsRoutes(),
    "GET /api/me": () => ({ body: { ...author, email_verified: false } }),
    "POST /api/me/email": () => ({
      status: 409,
      body: { detail: "There's already an account with this email address." },
    }),
  });
  await open();
  expect((await screen.findByRole("link", { name: "Confirm it under Security" })).getAttribute("href")).toBe(
    "/settings/security#email-address",
  );
  await user.clear(field("Email Address"));
  await user.type(field("Email Address"), "b@example.com");
  await user.click(button("Save Changes"));
  await user.type(await screen.findByLabelText("Password"), "secret");
  await user.click(button("Send link"));
  expect(await screen.findByText("There's already an account with this email address.")).toBeTruthy();
  expect(field("Email Address").value).toBe("b@example.com");
});

test("where another provider signs in, the address is read only", async () => {
  const config = { provider: "oidc", issuer: "x", client_id: "y", sign_up: false, provider_name: "id.example.org" };
  fakeServer({ ...settingsRoutes(), "GET /api/auth/config": () => ({ body: config }) });
  await open();
  expect(await screen.findByText("Kept by id.example.org. Change it there.")).toBeTruthy();
  expect(field("Email Address").readOnly).toBe(true);
});

test("email defaults are saved with nulls for what is empty; what is missing leads to the domains", async () => {
  const user = userEvent.setup();
  const missing = { configured: false, verified_domains: [], default_from_name: "Desk" };
  const calls = fakeServer({
    ...settingsRoutes(settings({ email: missing })),
    "PUT /api/settings": () => ({ body: settings({ email: { ...missing, reply_to: "a@example.org" } }) }),
  });
  await openAt("email", "Email Configuration");
  expect(await screen.findByText("Not configured")).toBeTruthy();
  expect(screen.getByRole("link", { name: "Add and verify a domain" }).getAttribute("href")).toBe("/domains");
  await user.clear(field("Default From Name"));
  await user.type(field("Default From Email"), "nonsense");
  await user.click(button("Save Email Settings"));
  expect(await screen.findByText(/Enter an email address/)).toBeTruthy();
  await user.clear(field("Default From Email"));
  await user.type(field("Reply-To Email"), "a@example.org");
  await user.click(button("Save Email Settings"));
  await waitFor(() => expect(saved(calls)).toHaveLength(1));
  expect(saved(calls)[0]?.body).toEqual({
    email: { default_from_name: null, default_from_email: null, reply_to: "a@example.org" },
  });
});

test("a switch is saved at once, and goes back with a word when it could not be", async () => {
  const user = userEvent.setup();
  let answer: Answer = { body: settings({ notifications: { weekly_summary: true } }) };
  const calls = fakeServer({ ...settingsRoutes(), "PUT /api/settings": () => answer });
  await openAt("notifications", "Notifications");
  await screen.findByRole("switch", { name: "Weekly Summary" });
  const toggle = (name: string) => screen.getByRole<HTMLInputElement>("switch", { name });
  const states = () => ["Campaign Reports", "Security Alerts", "Weekly Summary"].map((name) => toggle(name).checked);
  expect(states()).toEqual([true, true, false]);
  await user.click(toggle("Weekly Summary"));
  await waitFor(() => expect(saved(calls)[0]?.body).toEqual({ notifications: { weekly_summary: true } }));
  answer = { status: 500, body: { detail: "The database is away." } };
  await user.click(toggle("Security Alerts"));
  expect(await screen.findByText("The database is away.")).toBeTruthy();
  expect(states()).toEqual([true, true, true]);
});

const follow = async (name: string) =>
  userEvent.click(within(screen.getByRole("navigation", { name: "Settings" })).getByRole("link", { name }));
const leaving = async () => within(await screen.findByRole("dialog", { name: "Leave without saving?" }));

test("unsaved changes are not left without a question, for another page of the settings either", async () => {
  const user = userEvent.setup();
  fakeServer(settingsRoutes());
  await open();
  await user.type(field("Company"), "Press");
  await follow("Email Configuration");
  await leaving();
  await user.keyboard("{Escape}");
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(field("Company").value).toBe("Press");
  const closing = new Event("beforeunload", { cancelable: true });
  dispatchEvent(closing);
  expect(closing.defaultPrevented).toBe(true);
  await user.click(screen.getAllByRole("link", { name: "Domains" })[0] as HTMLElement);
  await user.click((await leaving()).getByRole("button", { name: "Discard" }));
  await waitFor(() => expect(location.pathname).toBe("/domains"));
});

test("unsaved changes are saved on the way out, and what can't be keeps the page", async () => {
  const user = userEvent.setup();
  let answer: Answer = {
    status: 422,
    body: { detail: "No.", errors: [{ field: "account.company", message: "Too long." }] },
  };
  const calls = fakeServer({ ...settingsRoutes(), "PUT /api/settings": () => answer });
  await open();
  await user.type(field("Company"), "Press");
  await follow("Email Configuration");
  await user.click((await leaving()).getByRole("button", { name: "Save" }));
  expect(await screen.findByText("Too long.")).toBeTruthy();
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(location.pathname).toBe("/settings/account");
  answer = { body: settings({ account: { company: "Press" } }) };
  await follow("Email Configuration");
  await user.click((await leaving()).getByRole("button", { name: "Save" }));
  await waitFor(() => expect(location.pathname).toBe("/settings/email"));
  expect(saved(calls).at(-1)?.body).toEqual({ account: { company: "Press" } });
});

test("an address that waits for its password is not left behind", async () => {
  const user = userEvent.setup();
  fakeServer(settingsRoutes());
  await open();
  await user.clear(field("Email Address"));
  await user.type(field("Email Address"), "new@example.com");
  await follow("Your Data");
  await user.click((await leaving()).getByRole("button", { name: "Save" }));
  expect(await screen.findByRole("dialog", { name: "Change email address" })).toBeTruthy();
  expect(location.pathname).toBe("/settings/account");
});

test("another address of the same page keeps what was typed, without a question", async () => {
  const user = userEvent.setup();
  fakeServer(settingsRoutes());
  await open();
  await user.type(field("Company"), "Press");
  await user.click(screen.getByRole("link", { name: "Account Settings" }));
  await waitFor(() => expect(location.hash).toBe("#account-settings"));
  await waitFor(() => expect(location.pathname).toBe("/settings/account"));
  expect(screen.queryByRole("dialog")).toBeNull();
  expect(field("Company").value).toBe("Press");
});

const holdings = {
  newsletters: 1,
  subscribers: 17420,
  campaigns: 42,
  templates: 0,
  saved_blocks: 2,
  images: 3,
  domains: 1,
  imports: 2,
  api_keys: 1,
  webhooks: 0,
};

test("deleting the account lists what is lost, wants the address typed, and ends signed out at /", async () => {
  const user = userEvent.setup();
  let answer: Answer = { status: 500, body: { detail: "The database is away." } };
  const calls = fakeServer({
    ...settingsRoutes(),
    "GET /api/me/holdings": () => ({ body: holdings }),
    "DELETE /api/me": () => answer,
  });
  await openDeletion();
  const dialog = within(await screen.findByRole("dialog", { name: "Delete Account" }));
  const losses = within((await dialog.findByText("17,420 subscribers")).closest("ul") as HTMLElement);
  expect(losses.getByText("1 newsletter")).toBeTruthy();
  expect(losses.queryByText(/template|webhook/)).toBeNull();
  await expectAccessible(document.body);
  const sure = dialog.getByRole<HTMLButtonElement>("button", { name: "Delete Account" });
  await user.type(dialog.getByLabelText(`Type ${author.email} to confirm`), "author@example.co");
  expect(sure.disabled).toBe(true);
  await user.type(dialog.getByLabelText(`Type ${author.email} to confirm`), "m");
  expect(sure.disabled).toBe(true);
  await user.type(dialog.getByLabelText("Password"), "wrong");
  answer = { status: 422, body: { detail: "No.", errors: [{ field: "password", message: "Wrong password." }] } };
  await user.click(sure);
  expect(await dialog.findByText("Wrong password.")).toBeTruthy();
  await user.clear(dialog.getByLabelText("Password"));
  await user.type(dialog.getByLabelText("Password"), "long enough");
  answer = { status: 500, body: { detail: "The database is away." } };
  await user.click(sure);
  expect(await dialog.findByText("The database is away.")).toBeTruthy();
  answer = { status: 204 };
  await user.click(sure);
  expect(await screen.findByText("Please sign in to access the newsletter management dashboard.")).toBeTruthy();
  await waitFor(() => expect(location.pathname).toBe("/"));
  expect(await screen.findByText("Account deleted")).toBeTruthy();
  const deleted = calls.filter(({ method, path }) => method === "DELETE" && path === "/api/me");
  expect(deleted.at(-1)?.body).toEqual({ confirm: author.email, password: "long enough" });
  expect(screen.queryByRole("dialog")).toBeNull();
});

test("with two-factor authentication the account is deleted with a code too", async () => {
  const user = userEvent.setup();
  const totp = { enabled_at: "2026-01-01T00:00:00Z", recovery_codes_left: 10 };
  const calls = fakeServer({
    ...settingsRoutes(),
    ...securityRoutes(security({ totp })),
    "GET /api/me/holdings": () => ({ body: holdings }),
    "DELETE /api/me": () => ({ status: 204 }),
  });
  await openDeletion();
  const dialog = within(await screen.findByRole("dialog", { name: "Delete Account" }));
  await user.type(await dialog.findByLabelText("Code"), "123 456");
  await user.type(dialog.getByLabelText("Password"), "long enough");
  await user.type(dialog.getByLabelText(`Type ${author.email} to confirm`), author.email);
  await user.click(dialog.getByRole("button", { name: "Delete Account" }));
  await waitFor(() =>
    expect(calls.find(({ method, path }) => method === "DELETE" && path === "/api/me")?.body).toEqual({
      confirm: author.email,
      password: "long enough",
      code: "123456",
    }),
  );
});

test("a hosted provider asks who it is itself, and the dialog leads there", async () => {
  const user = userEvent.setup();
  const problem = { type: "urn:letterpress:sign-in-again", detail: "Sign in once more first." };
  const calls = fakeServer({
    ...settingsRoutes(),
    ...securityRoutes(security({ provider: "oidc", has_password: false })),
    "GET /api/me/holdings": () => ({ body: holdings }),
    "DELETE /api/me": () => ({ status: 403, body: problem }),
  });
  await openDeletion();
  const dialog = within(await screen.findByRole("dialog", { name: "Delete Account" }));
  await dialog.findByText("17,420 subscribers");
  expect(dialog.queryByLabelText("Password")).toBeNull();
  await user.type(dialog.getByLabelText(`Type ${author.email} to confirm`), author.email);
  await user.click(dialog.getByRole("button", { name: "Delete Account" }));
  expect(await dialog.findByText(problem.detail)).toBeTruthy();
  expect(dialog.getByRole("link", { name: "Sign in again" }).getAttribute("href")).toBe(
    "/auth/start?again=true&return_to=%2Fsettings%2Fdanger-zone",
  );
  expect(calls.find(({ method, path }) => method === "DELETE" && path === "/api/me")?.body).toEqual({
    confirm: author.email,
  });
});

test("the data is downloaded before it is deleted, and a download that fails says so", async () => {
  const user = userEvent.setup();
  let answer: Answer = { status: 500, body: { detail: "The disk is full." } };
  fakeServer({
    ...settingsRoutes(),
    "GET /api/me/holdings": () => ({ body: holdings }),
    "GET /api/me/export": () => answer,
  });
  const saving = vi.fn<(blob: Blob) => string>(() => "blob:export");
  URL.createObjectURL = saving as typeof URL.createObjectURL;
  URL.revokeObjectURL = () => undefined;
  const click = vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(() => undefined);
  await openDeletion();
  await user.click(await screen.findByRole("button", { name: "Download my data" }));
  expect(await screen.findByText("The disk is full.")).toBeTruthy();
  answer = { body: { zip: true } };
  await user.click(button("Download my data"));
  expect(await screen.findByText(/^Downloaded/)).toBeTruthy();
  expect(click).toHaveBeenCalledOnce();
  expect(saving.mock.calls[0]?.[0].size).toBe(JSON.stringify(answer.body).length);
});

test("a newsletter's form begins with the defaults, and leaves alone what was typed", async () => {
  const user = userEvent.setup();
  const present = settings({
    email: { default_from_name: "Desk", default_from_email: "hello@news.example.org", reply_to: "re@example.org" },
  });
  fakeServer({
    ...settingsRoutes(present),
    "GET /api/newsletters": () => ({ body: [] }),
    "GET /api/domains": () => ({ body: [domain({ verification_status: "active" })] }),
  });
  renderApp("/newsletters");
  await user.click(await screen.findByRole("button", { name: "Create Your First Newsletter" }));
  await waitFor(() => expect(field("From Name").value).toBe("Desk"));
  expect(field("Email Prefix").value).toBe("hello");
  expect(field("Domain").value).toBe("3");
  expect(field("Reply-To Email").value).toBe("re@example.org");
});

test("settings that cannot be read are told, with another try", async () => {
  vi.spyOn(console, "error").mockImplementation(() => undefined);
  fakeServer({ "GET /api/settings": () => ({ status: 500, body: { detail: "The database is away." } }) });
  renderApp("/settings");
  expect(await screen.findByText("The database is away.")).toBeTruthy();
  expect(button("Try Again")).toBeTruthy();
});

test("where no mail leaves, what was written to the author, to subscribers and by programs is read apart", async () => {
  const mail = (id: number, to: string) => ({
    id,
    to,
    subject: "Hello",
    kind: "account",
    captured_at: "2026-01-01T00:00:00.000Z",
    size_bytes: 900,
  });
  const kept: Record<string, unknown> = {
    account: [mail(1, author.email)],
    reader: [mail(2, "ida@example.net")],
    message: [mail(3, "rea@example.net")],
  };
  fakeServer({
    ...settingsRoutes(settings({ email: { transport: "capture" } })),
    "GET /api/captured-mail": ({ query }) => ({ body: kept[query.get("kind") ?? ""] }),
  });
  await openAt("notifications", "Notifications");
  const linesOf = async (name: string) =>
    within(await screen.findByRole("region", { name }))
      .getAllByRole("listitem")
      .map((row) => row.textContent);
  expect(await linesOf("Emails to you")).toEqual([expect.stringContaining(author.email)]);
  expect(await linesOf("Questions to subscribers")).toEqual([expect.stringContaining("ida@example.net")]);
  expect(await linesOf("Emails to one person")).toEqual([expect.stringContaining("rea@example.net")]);
});
