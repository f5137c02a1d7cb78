import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, test, vi } from "vitest";
import { signOut } from "@/api/session";
import { type Answer, dnsRecord, domain, fakeServer, session } from "@/testing/fake-server";
import { lend } from "@/testing/lend";
import { renderApp } from "@/testing/render-app";

afterEach(() => signOut());

const admin = { "POST /api/auth/refresh": () => ({ body: session("token", { role: "admin" }) }) };
const status = {
  "GET /api/domains/3/verification-status": () => ({
    body: {
      verification_status: "pending_dns",
      status_reason: null,
      ses_verified: false,
      ses_dkim_verified: false,
      checked_at: null,
      next_check_at: null,
      records: { found: 0, missing: 0, wrong: 0, unknown: 0, unchecked: 1 },
      history: [{ status: "pending_dns", reason: null, at: "2026-01-01T00:00:00.000Z" }],
    },
  }),
};

test("an empty list invites to the first domain, with exactly the words", async () => {
  fakeServer({ ...admin, "GET /api/domains": () => ({ body: [] }) });
  renderApp("/domains");
  expect(await screen.findByText("No domains configured")).toBeTruthy();
  expect(screen.getByText("Get started by adding your first domain for email sending.")).toBeTruthy();
  expect(screen.getByRole("heading", { name: "Domain Management" })).toBeTruthy();
  expect(screen.getByText("Manage shared domains for email sending")).toBeTruthy();
  await userEvent.setup().click(screen.getByRole("button", { name: "Add Your First Domain" }));
  expect(await screen.findByRole("dialog", { name: "Add New Domain" })).toBeTruthy();
});

test.each([
  ["pending_dns", "Pending DNS", true],
  ["dns_configured", "DNS Configured", true],
  ["verifying", "Verifying", true],
  ["verified", "Verified", false],
  ["active", "Active", false],
  ["failed", "Failed", true],
  ["something_new", "Pending DNS", true],
] as const)("%s is shown as %s", async (state, label, canVerify) => {
  const shown = domain({ verification_status: state as "active" });
  fakeServer({ ...admin, "GET /api/domains": () => ({ body: [shown] }) });
  renderApp("/domains");
  const row = within((await screen.findByText("news.example.org")).closest("tr") as HTMLElement);
  expect(row.getByText(label)).toBeTruthy();
  expect(row.queryByRole("button", { name: /^Verify/ }) !== null).toBe(canVerify);
});

test("health and usage follow the thresholds", async () => {
  const rows = [
    domain({ id: 3, domain: "a.example", bounce_rate: 5, complaint_rate: 1 }),
    domain({ id: 4, domain: "b.example", bounce_rate: 5.01, daily_send_limit: 200, current_daily_sent: 101 }),
    domain({ id: 5, domain: "c.example", complaint_rate: 1.01, is_writable: false }),
  ];
  fakeServer({ "GET /api/domains": () => ({ body: rows }) });
  renderApp("/domains");
  const row = async (name: string) => within((await screen.findByText(name)).closest("tr") as HTMLElement);
  expect((await row("a.example")).getByText("Healthy")).toBeTruthy();
  expect((await row("a.example")).getByText("12 / no limit")).toBeTruthy();
  expect((await row("b.example")).getByText("At risk")).toBeTruthy();
  expect((await row("b.example")).getByText("(51%)")).toBeTruthy();
  expect((await row("c.example")).getByText("At risk")).toBeTruthy();
  expect((await row("c.example")).queryByRole("button", { name: /^(Verify|Delete)/ })).toBeNull();
});

test("a domain is added trimmed; what the server dislikes stands at its field and nothing typed is lost", async () => {
  const user = userEvent.setup();
  let answer: Answer = {
    status: 422,
    body: { detail: "No.", errors: [{ field: "domain", message: "Enter only the name." }] },
  };
  const calls = fakeServer({
    ...admin,
    ...status,
    "GET /api/domains": () => ({ body: answer.status === 201 ? [domain()] : [] }),
    "GET /api/domains/3/dns-records": () => ({ body: { dns_records: [dnsRecord()] } }),
    "POST /api/domains/register": () => answer,
  });
  renderApp("/domains");
  await user.click(await screen.findByRole("button", { name: "Add Domain" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Add New Domain" }));
  const submit = dialog.getByRole("button", { name: "Add Domain" }) as HTMLButtonElement;
  const name = dialog.getByLabelText("Domain Name") as HTMLInputElement;
  expect(submit.disabled).toBe(true);
  await user.type(name, "   ");
  expect(submit.disabled).toBe(true);
  await user.type(name, "news.example.org ");
  await user.type(dialog.getByLabelText("Notes"), " ours ");
  await user.click(submit);
  expect(await dialog.findByText("Enter only the name.")).toBeTruthy();
  expect(name.value).toBe("   news.example.org ");
  answer = { status: 201, body: { domain: domain(), dns_records: [] } };
  await user.click(submit);
  const details = within(await screen.findByRole("dialog", { name: "news.example.org" }));
  expect(await details.findByText("lpx._domainkey.news.example.org")).toBeTruthy();
  const sent = calls.filter((call) => call.path === "/api/domains/register").at(-1);
  expect(sent?.body).toEqual({ domain: "news.example.org", notes: "ours" });
  expect(sent?.query.get("domain_type")).toBe("shared");
});

test("who is no administrator adds a domain of their own", async () => {
  const user = userEvent.setup();
  const calls = fakeServer({
    "GET /api/domains": () => ({ body: [] }),
    "POST /api/domains/register": () => ({ status: 201, body: { domain: domain(), dns_records: [] } }),
  });
  renderApp("/domains");
  await user.click(await screen.findByRole("button", { name: "Add Domain" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Add New Domain" }));
  await user.type(dialog.getByLabelText("Domain Name"), "own.example.org");
  await user.click(dialog.getByRole("button", { name: "Add Domain" }));
  await waitFor(() => expect(calls.some((call) => call.path === "/api/domains/register")).toBe(true));
  expect(calls.find((call) => call.path === "/api/domains/register")?.query.get("domain_type")).toBe("user");
});

test.each([
  ["user", "Failed to create domain"],
  ["shared", "Failed to register domain"],
] as const)("a %s domain that cannot be added is told in its words where the server has none", async (type, words) => {
  const user = userEvent.setup();
  const log = vi.spyOn(console, "error").mockImplementation(() => undefined);
  fakeServer({
    ...(type === "shared" ? admin : {}),
    "GET /api/domains": () => ({ body: [] }),
  });
  const answered = fetch;
  vi.stubGlobal("fetch", async (path: string, init?: RequestInit) => {
    if (path.startsWith("/api/domains/register")) throw Object.assign(new DOMException("", "AbortError"));
    return await answered(path, init);
  });
  renderApp("/domains");
  await user.click(await screen.findByRole("button", { name: "Add Domain" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Add New Domain" }));
  await user.type(dialog.getByLabelText("Domain Name"), "own.example.org");
  await user.click(dialog.getByRole("button", { name: "Add Domain" }));
  expect(await dialog.findByText(words)).toBeTruthy();
  expect(log).toHaveBeenCalledWith(words, expect.anything());
});

test("a failed verification is told; a missing record too; a verified domain is news", async () => {
  const user = userEvent.setup();
  vi.spyOn(console, "error").mockImplementation(() => undefined);
  let answer: Answer = { status: 500, body: { detail: "The database is away." } };
  fakeServer({
    ...admin,
    "GET /api/domains": () => ({ body: [domain()] }),
    "POST /api/domains/3/verify": () => answer,
  });
  renderApp("/domains");
  const verify = () => screen.findByRole("button", { name: "Verify news.example.org" });
  await user.click(await verify());
  expect(await screen.findByText("The database is away.")).toBeTruthy();
  answer = { body: { domain: domain(), dns_records: [dnsRecord({ status: "missing" })] } };
  await waitFor(async () => expect(((await verify()) as HTMLButtonElement).disabled).toBe(false));
  await user.click(await verify());
  expect(await screen.findByText("1 record of news.example.org is not found yet.")).toBeTruthy();
  answer = { body: { domain: domain({ verification_status: "verified" }), dns_records: [] } };
  await waitFor(async () => expect(((await verify()) as HTMLButtonElement).disabled).toBe(false));
  await user.click(await verify());
  expect(await screen.findByText("news.example.org is verified")).toBeTruthy();
});

test("deleting asks with exactly the words and removes the identity at Amazon too", async () => {
  const user = userEvent.setup();
  const calls = fakeServer({
    ...admin,
    "GET /api/domains": () => ({ body: [domain()] }),
    "DELETE /api/domains/3": () => ({ status: 204 }),
  });
  renderApp("/domains");
  await user.click(await screen.findByRole("button", { name: "Delete news.example.org" }));
  const question = "Are you sure you want to delete news.example.org? This will remove it from AWS SES as well.";
  const dialog = await screen.findByRole("alertdialog");
  expect(dialog.textContent).toContain(question);
  await user.click(within(dialog).getByRole("button", { name: "Delete" }));
  await waitFor(() =>
    expect(calls.find((call) => call.method === "DELETE")?.query.get("remove_from_aws")).toBe("true"),
  );
});

test("records are copied as the host wants them, also where the clipboard is closed", async () => {
  const user = userEvent.setup();
  const written = vi.spyOn(navigator.clipboard, "writeText");
  const wrong = dnsRecord({
    status: "wrong",
    found: ["v=DKIM1; p=BBBB"],
    advice: "Replace the value.",
    advice_parts: [{ kind: "text", text: "Replace the value." }],
  });
  fakeServer({
    ...admin,
    ...status,
    "GET /api/domains": () => ({ body: [domain()] }),
    "GET /api/domains/3": () => ({ body: domain() }),
    "GET /api/domains/3/dns-records": () => ({ body: { dns_records: [wrong] } }),
  });
  renderApp("/domains");
  await user.click(await screen.findByRole("button", { name: "View Details of news.example.org" }));
  const dialog = within(await screen.findByRole("dialog", { name: "news.example.org" }));
  expect(await dialog.findByText("Replace the value.")).toBeTruthy();
  expect(dialog.getByText("v=DKIM1; p=BBBB")).toBeTruthy();
  expect(dialog.getByText("Wrong")).toBeTruthy();
  for (const label of ["SES Verified", "DKIM Verified", "Daily Limit", "Sent Today", "Bounce Rate", "Complaint Rate"]) {
    expect(dialog.getByText(label)).toBeTruthy();
  }
  await user.selectOptions(dialog.getByLabelText("Your DNS host"), "Cloudflare");
  await user.click(dialog.getByRole("button", { name: /^Copy name of DKIM TXT/ }));
  expect(written).toHaveBeenLastCalledWith("lpx._domainkey.news");
  written.mockRejectedValue(new Error("not allowed"));
  const old = vi.fn(() => true);
  lend(document, { execCommand: old });
  await user.click(dialog.getByRole("button", { name: /^Copy value of DKIM TXT/ }));
  await waitFor(() => expect(old).toHaveBeenCalledWith("copy"));
});

test("what is to be entered is marked, and copied without the sentence around it", async () => {
  const user = userEvent.setup();
  const written = vi.spyOn(navigator.clipboard, "writeText");
  const wrong = dnsRecord({
    purpose: "spf",
    status: "wrong",
    advice: "Change it to “v=spf1 a -all”.",
    advice_parts: [
      { kind: "text", text: "Change it to " },
      { kind: "value", text: "v=spf1 a -all" },
      { kind: "text", text: "." },
    ],
  });
  const unknown = dnsRecord({
    id: 10,
    purpose: "return_path",
    record_type: "MX",
    value: "",
    advice: "Nobody knows the host.",
    advice_parts: [{ kind: "text", text: "Nobody knows the host." }],
  });
  fakeServer({
    ...admin,
    ...status,
    "GET /api/domains": () => ({ body: [domain()] }),
    "GET /api/domains/3": () => ({ body: domain() }),
    "GET /api/domains/3/dns-records": () => ({ body: { dns_records: [wrong, unknown] } }),
  });
  renderApp("/domains");
  await user.click(await screen.findByRole("button", { name: "View Details of news.example.org" }));
  const dialog = within(await screen.findByRole("dialog", { name: "news.example.org" }));
  expect((await dialog.findByText("v=spf1 a -all")).tagName).toBe("CODE");
  await user.click(dialog.getByRole("button", { name: "Copy v=spf1 a -all" }));
  expect(written).toHaveBeenLastCalledWith("v=spf1 a -all");
  // A record whose value is not known says so before it is looked for, and offers nothing to copy.
  expect(dialog.getByText("Nobody knows the host.")).toBeTruthy();
  expect(dialog.queryByRole("button", { name: /^Copy value of Return path/ })).toBeNull();
});

test("settings are saved as a whole; a limit that is none is refused before the server sees it", async () => {
  const user = userEvent.setup();
  const calls = fakeServer({
    ...admin,
    ...status,
    "GET /api/domains": () => ({ body: [domain()] }),
    "GET /api/domains/3/dns-records": () => ({ body: { dns_records: [] } }),
    "PUT /api/domains/3": () => ({ body: domain({ daily_send_limit: 500, warm_up: true }) }),
  });
  renderApp("/domains");
  await user.click(await screen.findByRole("button", { name: "View Details of news.example.org" }));
  const dialog = within(await screen.findByRole("dialog", { name: "news.example.org" }));
  expect(await dialog.findByText("No DNS records found")).toBeTruthy();
  const limit = dialog.getByLabelText("Daily limit");
  await user.type(limit, "many");
  await user.click(dialog.getByRole("button", { name: "Save" }));
  expect(await dialog.findByText(/Enter a number of emails/)).toBeTruthy();
  await user.clear(limit);
  await user.type(limit, "500");
  await user.click(dialog.getByLabelText(/^Warm up/));
  await user.click(dialog.getByRole("button", { name: "Save" }));
  await waitFor(() => expect(calls.some((call) => call.method === "PUT")).toBe(true));
  expect(calls.find((call) => call.method === "PUT")?.body).toEqual({
    notes: null,
    daily_send_limit: 500,
    tracking_host: null,
    warm_up: true,
    is_active: true,
  });
});

test("where the suppression list was leads to where it is", async () => {
  fakeServer({
    ...admin,
    "GET /api/domains": () => ({ body: [] }),
    "GET /api/suppressions": () => ({ body: [], headers: { "X-Total-Count": "0" } }),
  });
  renderApp("/domains#suppression-list");
  expect(await screen.findByText("No address is suppressed.")).toBeTruthy();
  expect(location.pathname).toBe("/subscribers/suppressions");
});

test("the details open at their top, wherever their first field is", async () => {
  const user = userEvent.setup();
  fakeServer({
    ...admin,
    "GET /api/domains": () => ({ body: [domain()] }),
    "GET /api/domains/3/dns-records": () => ({ body: { dns_records: [dnsRecord()] } }),
    "GET /api/domains/3/verification-status": () => ({ status: 503, body: { detail: "The database is away." } }),
  });
  const log = vi.spyOn(console, "error").mockImplementation(() => undefined);
  renderApp("/domains");
  await user.click(await screen.findByRole("button", { name: "View Details of news.example.org" }));
  const dialog = await screen.findByRole("dialog", { name: "news.example.org" });
  expect(document.activeElement).toBe(dialog);
  await within(dialog).findByLabelText("Your DNS host");
  expect(document.activeElement).toBe(dialog);
  expect(await within(dialog).findByText("Failed to refresh verification status: The database is away.")).toBeTruthy();
  expect(log).toHaveBeenCalled();
});

test("a domain that is gone says so", async () => {
  vi.spyOn(console, "error").mockImplementation(() => undefined);
  const answer: Answer = { status: 404, body: { detail: "There's no such domain." } };
  fakeServer({ "GET /api/domains": () => ({ body: [domain()] }), "GET /api/domains/7": () => answer });
  renderApp("/domains?domain=7");
  expect(await screen.findByText("Domain not found")).toBeTruthy();
});

test("a list that cannot be read is told in a banner, with another try", async () => {
  vi.spyOn(console, "error").mockImplementation(() => undefined);
  fakeServer({ "GET /api/domains": () => ({ status: 500, body: { detail: "The database is away." } }) });
  renderApp("/domains");
  expect((await screen.findByRole("alert")).textContent).toContain("The database is away.");
});
