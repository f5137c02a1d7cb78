import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, test } from "vitest";
import type { DoctorReport, Installation } from "@/api/installation";
import { signOut } from "@/api/session";
import { expectAccessible } from "@/testing/axe";
import { fakeServer, type Handler, session } from "@/testing/fake-server";
import { renderApp } from "@/testing/render-app";
import { withoutAddresses } from "./report";

const installation: Installation = {
  version: "0.4.2",
  restored_at: null,
  sending_held: false,
  can_confirm: false,
  social_links: [],
};
const doctor: DoctorReport = {
  version: "0.4.2",
  engine: "SQLite 3.50.4",
  checks: [
    { name: "Backup", ok: true, level: "note", text: "There is no backup yet." },
    { name: "Database", ok: true, level: "ok", text: "SQLite at /var/lib/letterpress/letterpress.db answers." },
    {
      name: "Public URL",
      ok: false,
      level: "fail",
      text: "https://news.example.org/ does not answer: refused at 203.0.113.7:443.",
    },
  ],
};
const told = { "GET /api/installation": () => ({ body: installation }) };
const admin = { "POST /api/auth/refresh": () => ({ body: session("token", { role: "admin" }) }) };

beforeEach(() => signOut());

const open = async (routes: Record<string, Handler>) => {
  const calls = fakeServer(routes);
  renderApp("/support");
  await screen.findByRole("heading", { level: 1, name: "Support" });
  return calls;
};

test("an administrator sees the checks and copies a report without addresses", async () => {
  const user = userEvent.setup();
  await open({ ...told, ...admin, "GET /api/doctor": () => ({ body: doctor }) });
  const health = await screen.findByRole("region", { name: "Health" });
  expect(within(health).getByText("1 of 3 checks needs attention.")).toBeTruthy();
  expect(within(health).getByText("needs attention")).toBeTruthy();
  expect(within(health).getByText("worth knowing")).toBeTruthy();
  await expectAccessible(screen.getByRole("main"));
  await user.click(screen.getByRole("button", { name: "Copy report" }));
  const report = await navigator.clipboard.readText();
  expect(report.split("\n")).toEqual([
    "Letterpress 0.4.2",
    "Engine: SQLite 3.50.4",
    `Browser: ${navigator.userAgent}`,
    "note Backup: There is no backup yet.",
    "ok   Database: SQLite at […] answers.",
    "FAIL Public URL: […] does not answer: refused at […].",
  ]);
});

test("an author sees the version and where to ask, and the doctor is not called", async () => {
  const calls = await open(told);
  expect(await screen.findByText("0.4.2")).toBeTruthy();
  expect(screen.queryByRole("region", { name: "Health" })).toBeNull();
  expect(calls.some((call) => call.path === "/api/doctor")).toBe(false);
  const where = screen.getByRole("region", { name: "Where to ask" });
  expect(within(where).getByRole("link", { name: "The guide" }).getAttribute("href")).toBe("/documentation");
});

test("somebody who is an administrator no longer sees no checks", async () => {
  await open({
    ...told,
    ...admin,
    "GET /api/doctor": () => ({ status: 403, body: { detail: "For administrators." } }),
  });
  expect(await screen.findByText("0.4.2")).toBeTruthy();
  expect(screen.queryByText("For administrators.")).toBeNull();
});

test("a server without the call is said to be older", async () => {
  await open({ "GET /api/installation": () => ({ status: 404, body: { detail: "Not found." } }) });
  expect(await screen.findByText("This server is too old to tell.")).toBeTruthy();
  expect(screen.queryByRole("alert")).toBeNull();
});

test("a failure says what happened and is tried again", async () => {
  let works = false;
  await open({
    "GET /api/installation": () =>
      works ? { body: installation } : { status: 503, body: { detail: "The database doesn't answer." } },
  });
  const alert = await screen.findByRole("alert");
  expect(alert.textContent).toContain("The database doesn't answer.");
  works = true;
  await userEvent.click(within(alert).getByRole("button", { name: "Try Again" }));
  await waitFor(() => expect(screen.getByText("0.4.2")).toBeTruthy());
});

test.each([
  ["mail from ada@example.org and <b@c.example>", "mail from […] and <[…]>"],
  ["postgres://user:secret@db.internal:5432/x answers", "[…] answers"],
  ["listens on 127.0.0.1:8080 and [::1]:8080", "listens on […] and […]"],
  ["smtp.mail.example.net:587 greets", "[…] greets"],
  ["localhost:2525 is free", "[…] is free"],
  ["schema 17 at 10:42 uses SQLite 3.50.4", "schema 17 at 10:42 uses SQLite 3.50.4"],
])("leaves addresses out of %s", (text, left) => {
  expect(withoutAddresses(text)).toBe(left);
});
