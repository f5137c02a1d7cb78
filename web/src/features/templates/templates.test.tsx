import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, test, vi } from "vitest";
import { type Answer, type Call, fakeServer, template } from "@/testing/fake-server";
import { renderApp } from "@/testing/render-app";

const DRAFT = "letterpress-draft-1-template-7";

let logged: unknown[][];

beforeEach(() => {
  localStorage.clear();
  logged = [];
  vi.spyOn(console, "error").mockImplementation((...args: unknown[]) => void logged.push(args));
});

const inEditor = (routes: Record<string, (call: Call) => Answer> = {}) =>
  fakeServer({
    "GET /api/templates": () => ({ body: { templates: [] } }),
    "GET /api/templates/7": () => ({ body: template() }),
    ...routes,
  });

async function openEditor() {
  renderApp("/templates/7/edit");
  return await screen.findByPlaceholderText("Enter template name...", undefined, { timeout: 20_000 });
}

async function changeSubject(text = "Changed") {
  await userEvent.type(screen.getByPlaceholderText("Email subject line..."), text);
  expect(await screen.findByText(/Unsaved changes/)).toBeTruthy();
}

const save = async () => await userEvent.click(screen.getByRole("button", { name: "Save" }));

test("the list shows each template with subject, blocks and date, and where to begin", async () => {
  fakeServer({
    "GET /api/templates": () => ({
      body: { templates: [template(), template({ id: 8, name: "Sale", subject: "All must go", block_count: 12 })] },
    }),
  });
  renderApp("/templates");
  expect(await screen.findByRole("heading", { name: "Email Templates", level: 1 })).toBeTruthy();
  expect(await screen.findByRole("heading", { name: "Monthly letter" })).toBeTruthy();
  expect(screen.getByText("No subject")).toBeTruthy();
  expect(screen.getByText("1 block")).toBeTruthy();
  expect(screen.getByText("All must go")).toBeTruthy();
  expect(screen.getByText("12 blocks")).toBeTruthy();
  expect(screen.getByRole("link", { name: /Start from Scratch/ }).getAttribute("href")).toBe("/templates/new");
  expect(screen.getByRole("link", { name: "Create Template" }).getAttribute("href")).toBe("/templates/new");
  expect(screen.getByRole("link", { name: "Edit Sale" }).getAttribute("href")).toBe("/templates/8/edit");
});

test("a list that fails stays empty, says so, is logged, and can be tried again", async () => {
  let fails = true;
  fakeServer({
    "GET /api/templates": () =>
      fails ? { status: 500, body: { detail: "The press is jammed." } } : { body: { templates: [template()] } },
  });
  renderApp("/templates");
  expect(await screen.findByText("Failed to load templates: The press is jammed.")).toBeTruthy();
  expect(logged.some(([text]) => text === "Failed to load templates")).toBe(true);
  expect(screen.queryByRole("heading", { name: "Monthly letter" })).toBeNull();
  fails = false;
  await userEvent.click(screen.getByRole("button", { name: "Try Again" }));
  expect(await screen.findByRole("heading", { name: "Monthly letter" })).toBeTruthy();
});

test("duplicating and deleting ask the server, and tell what failed", async () => {
  const calls = fakeServer({
    "GET /api/templates": () => ({ body: { templates: [template()] } }),
    "POST /api/templates/7/duplicate": () => ({ status: 500, body: {} }),
    "DELETE /api/templates/7": () => ({ status: 204 }),
  });
  renderApp("/templates");
  const more = await screen.findByRole("button", { name: "More for Monthly letter" });
  await userEvent.click(more);
  await userEvent.click(screen.getByRole("menuitem", { name: "Duplicate" }));
  await waitFor(() => expect(logged.some(([text]) => text === "Failed to duplicate template")).toBe(true));
  await userEvent.click(more);
  await userEvent.click(screen.getByRole("menuitem", { name: "Delete" }));
  const question = await screen.findByRole("alertdialog");
  expect(calls.some(({ method }) => method === "DELETE")).toBe(false);
  await userEvent.click(within(question).getByRole("button", { name: "Delete" }));
  await waitFor(() => expect(calls.some(({ method }) => method === "DELETE")).toBe(true));
});

test("a template that cannot be loaded is logged and leads to the list", async () => {
  inEditor({ "GET /api/templates/9": () => ({ status: 404, body: { detail: "There is no such template." } }) });
  renderApp("/templates/9/edit");
  expect(await screen.findByRole("heading", { name: "Email Templates", level: 1 })).toBeTruthy();
  expect(location.pathname).toBe("/templates");
  expect(logged.some(([text]) => text === "Failed to load template")).toBe(true);
});

test("saving sends everything with the revision it began from, says so, and goes to the list", async () => {
  const calls = inEditor({ "PUT /api/templates/7": () => ({ body: template({ revision: 4 }) }) });
  await openEditor();
  expect((screen.getByRole("button", { name: "Save" }) as HTMLButtonElement).disabled).toBe(true);
  await changeSubject();
  await save();
  expect(await screen.findByText("Template saved successfully!")).toBeTruthy();
  await waitFor(() => expect(location.pathname).toBe("/templates"));
  const body = calls.find(({ method }) => method === "PUT")?.body as Record<string, unknown>;
  expect(body).toMatchObject({ name: "Monthly letter", subject: "Changed", revision: 3, is_active: true });
  expect(body.blocks).toEqual(template().blocks);
  expect(body.html_content).toContain("<!doctype html>");
  expect(localStorage.getItem(DRAFT)).toBeNull();
});

test("a refused save says why and keeps everything", async () => {
  inEditor({ "PUT /api/templates/7": () => ({ status: 500, body: { detail: "The disk is full." } }) });
  await openEditor();
  await changeSubject();
  await save();
  expect(await screen.findByText("Failed to save template: The disk is full.")).toBeTruthy();
  expect(location.pathname).toBe("/templates/7/edit");
  expect(screen.getByText(/Unsaved changes/)).toBeTruthy();
});

test("an answer that makes no sense is told as an exception", async () => {
  inEditor({ "PUT /api/templates/7": () => ({ status: 200 }) });
  await openEditor();
  await changeSubject();
  await save();
  expect(await screen.findByText("An error occurred while saving the template")).toBeTruthy();
});

test("a newer save elsewhere is told; mine can become a template of its own", async () => {
  const calls = inEditor({
    "PUT /api/templates/7": () => ({
      status: 409,
      body: {
        detail:
          "This template was changed elsewhere since you opened it (revision 4; yours is 3). Nothing was overwritten.",
      },
    }),
    "POST /api/templates": () => ({ status: 201, body: template({ id: 8 }) }),
  });
  await openEditor();
  await changeSubject();
  await save();
  const dialog = await screen.findByRole("dialog", { name: "Changed elsewhere" });
  expect(within(dialog).getByText(/Nothing was overwritten/)).toBeTruthy();
  await userEvent.click(within(dialog).getByRole("button", { name: "Save mine as a new template" }));
  expect(await screen.findByText("Template saved successfully!")).toBeTruthy();
  const posted = calls.find(({ method, path }) => method === "POST" && path === "/api/templates");
  expect(posted?.body).toMatchObject({ subject: "Changed" });
});

test("without a connection the work is kept here, and saved when it is back", async () => {
  let reachable = false;
  inEditor({
    "PUT /api/templates/7": () => {
      if (!reachable) throw new TypeError("Failed to fetch");
      return { body: template({ revision: 4 }) };
    },
  });
  await openEditor();
  await changeSubject();
  await save();
  expect(await screen.findByText("Saved in this browser; will save when the connection is back.")).toBeTruthy();
  expect(localStorage.getItem(DRAFT)).toContain("Changed");
  reachable = true;
  dispatchEvent(new Event("online"));
  expect(await screen.findByText("Template saved successfully!")).toBeTruthy();
});

test("work that a crash left behind is offered, restored, and counts as unsaved", async () => {
  const { name, blocks } = template();
  const document = { name, subject: "Half a thought", preheader: "", blocks, theme: {} };
  localStorage.setItem(DRAFT, JSON.stringify({ document, revision: 3, at: Date.now() }));
  inEditor();
  renderApp("/templates/7/edit");
  const dialog = await screen.findByRole("dialog", { name: /Unsaved work from .* was found/ }, { timeout: 20_000 });
  await userEvent.click(within(dialog).getByRole("button", { name: "Restore" }));
  expect((screen.getByPlaceholderText("Email subject line...") as HTMLInputElement).value).toBe("Half a thought");
  expect(screen.getByText(/Unsaved changes/)).toBeTruthy();
});

test("a broken draft is no reason not to open", async () => {
  localStorage.setItem(DRAFT, "{");
  inEditor();
  await openEditor();
  expect(screen.queryByRole("dialog")).toBeNull();
});

test("unsaved work is not left without a question", async () => {
  inEditor();
  await openEditor();
  await changeSubject();
  await userEvent.click(screen.getByRole("button", { name: "Back" }));
  const dialog = await screen.findByRole("dialog", { name: "Leave without saving?" });
  await userEvent.click(within(dialog).getByRole("button", { name: "Stay" }));
  expect(location.pathname).toBe("/templates/7/edit");
  await userEvent.click(screen.getByRole("button", { name: "Back" }));
  await userEvent.click(within(await screen.findByRole("dialog")).getByRole("button", { name: "Leave" }));
  await waitFor(() => expect(location.pathname).toBe("/templates"));
  expect(localStorage.getItem(DRAFT)).toBeNull();
});
