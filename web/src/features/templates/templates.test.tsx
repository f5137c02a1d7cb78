import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, test, vi } from "vitest";
import type { Template } from "@/api/templates";
import { type Answer, type Call, fakeServer, template } from "@/testing/fake-server";
import { renderApp } from "@/testing/render-app";
import { save } from "@/testing/save";
import { written } from "@/testing/sheet";

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
  return await screen.findByPlaceholderText("Enter template name...", undefined, { timeout: 120_000 });
}

async function changeSubject(text = "Changed") {
  await userEvent.type(screen.getByPlaceholderText("Email subject line..."), text);
  expect(await screen.findByText(/Unsaved changes/)).toBeTruthy();
}

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

test("starters stand in a row below the templates, each one click from the editor", async () => {
  fakeServer({ "GET /api/templates": () => ({ body: { templates: [template()] } }) });
  renderApp("/templates");
  const row = within(await screen.findByRole("region", { name: "Start from" }));
  const welcome = await row.findByRole("link", { name: "Start from Welcome" }, { timeout: 120_000 });
  expect(welcome.getAttribute("href")).toMatch(/^\/templates\/new\?starter=[\w-]+$/);
  const links = row.getAllByRole("link").map((link) => link.getAttribute("href"));
  expect(new Set(links).size).toBe(links.length);
  await userEvent.click(welcome);
  expect(
    await screen.findByDisplayValue("Welcome to {{ newsletter.name }}", undefined, { timeout: 120_000 }),
  ).toBeTruthy();
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

test("a list that is longer than a page goes on where it ended, and can be searched", async () => {
  const calls = fakeServer({
    "GET /api/templates": ({ query }) => {
      if (query.get("q") === "nothing") return { body: { templates: [] } };
      if (query.get("q") === "broken") return { status: 500, body: { detail: "The press is jammed." } };
      return query.get("cursor") === "two"
        ? { body: { templates: [template({ id: 3, name: "Older" })] } }
        : { body: { templates: [template()] }, headers: { Link: '</api/templates?cursor=two>; rel="next"' } };
    },
  });
  renderApp("/templates");
  await userEvent.click(await screen.findByRole("button", { name: "Show more" }));
  expect(await screen.findByRole("heading", { name: "Older" })).toBeTruthy();
  expect(screen.getByRole("heading", { name: "Monthly letter" })).toBeTruthy();
  expect(screen.queryByRole("button", { name: "Show more" })).toBeNull();
  const search = screen.getByLabelText("Search templates");
  await userEvent.type(search, "nothing");
  expect(await screen.findByText("No templates match your search")).toBeTruthy();
  expect(screen.queryByRole("link", { name: /Start from Scratch/ })).toBeNull();
  await userEvent.clear(search);
  expect(await screen.findByRole("heading", { name: "Monthly letter" })).toBeTruthy();
  await userEvent.type(search, "broken");
  expect(await screen.findByText("Failed to load templates: The press is jammed.")).toBeTruthy();
  expect(screen.queryByRole("heading", { name: "Monthly letter" })).toBeNull();
  expect(calls.some(({ query }) => query.get("cursor") === "two")).toBe(true);
});

test("a card shows the mail itself, and opens it in a window", async () => {
  vi.spyOn(Element.prototype, "clientWidth", "get").mockReturnValue(340);
  fakeServer({
    "GET /api/templates": () => ({
      body: { templates: [template({ updated_at: undefined as unknown as Template["updated_at"] })] },
    }),
  });
  renderApp("/templates");
  const thumbnail = (await screen.findByTitle("Preview")) as HTMLIFrameElement;
  expect(written(thumbnail)).toContain("Hello");
  expect(thumbnail.getAttribute("sandbox")).not.toContain("scripts");
  expect(thumbnail.closest("[inert]")).toBeTruthy();
  expect(screen.getByText("Recently")).toBeTruthy();
  const page = document.implementation.createHTMLDocument();
  const preview = { opener: window, document: page };
  const open = vi.spyOn(window, "open").mockReturnValue(preview as unknown as Window);
  await userEvent.click(screen.getByRole("button", { name: "Preview Monthly letter" }));
  expect(open).toHaveBeenCalledWith("", "_blank");
  expect(preview.opener).toBeNull();
  expect(page.querySelector("iframe")?.getAttribute("src")).toMatch(/\/frame\.html$/);
  open.mockReturnValue(null);
  await userEvent.click(screen.getByRole("button", { name: "Preview Monthly letter" }));
  expect(await screen.findByText(/Your browser blocked the window/)).toBeTruthy();
});

/** Opens the menu of the only card and chooses. */
async function choose(item: string) {
  await userEvent.click(await screen.findByRole("button", { name: "More for Monthly letter" }));
  await userEvent.click(screen.getByRole("menuitem", { name: item }));
}

test("deleting asks first, and the list shows what is left in every search", async () => {
  let kept = [template()];
  fakeServer({
    "GET /api/templates": () => ({ body: { templates: kept } }),
    "DELETE /api/templates/7": () => {
      kept = [];
      return { status: 204 };
    },
  });
  renderApp("/templates");
  await screen.findByRole("heading", { name: "Monthly letter" });
  await userEvent.type(screen.getByLabelText("Search templates"), "month");
  await waitFor(() => expect(screen.queryByRole("link", { name: /Start from Scratch/ })).toBeNull());
  await choose("Delete");
  const question = await screen.findByRole("alertdialog");
  expect(kept).toHaveLength(1);
  await userEvent.click(within(question).getByRole("button", { name: "Delete" }));
  expect(await screen.findByText("Template deleted")).toBeTruthy();
  await waitFor(() => expect(screen.queryByRole("heading", { name: "Monthly letter" })).toBeNull());
  await userEvent.clear(screen.getByLabelText("Search templates"));
  expect(await screen.findByRole("link", { name: /Start from Scratch/ })).toBeTruthy();
  expect(screen.queryByRole("heading", { name: "Monthly letter" })).toBeNull();
});

test("a copy appears at once", async () => {
  const kept = [template()];
  const calls = fakeServer({
    "GET /api/templates": () => ({ body: { templates: kept } }),
    "POST /api/templates/7/duplicate": () => {
      kept.unshift(template({ id: 8, name: "Copy of Monthly letter" }));
      return { status: 201, body: kept[0] };
    },
  });
  renderApp("/templates");
  await choose("Duplicate");
  expect(await screen.findByText("Template duplicated")).toBeTruthy();
  expect(await screen.findByRole("heading", { name: "Copy of Monthly letter" })).toBeTruthy();
  expect(calls.find(({ path }) => path.endsWith("/duplicate"))?.headers.get("Idempotency-Key")).toBeTruthy();
});

test.each([
  ["Duplicate", "Failed to duplicate template"],
  ["Delete", "Failed to delete template"],
])("%s that fails is told with the server's reason, and logged", async (item, fallback) => {
  const fails = (): Answer => ({ status: 500, body: { detail: "The press is jammed." } });
  fakeServer({
    "GET /api/templates": () => ({ body: { templates: [template()] } }),
    "POST /api/templates/7/duplicate": fails,
    "DELETE /api/templates/7": fails,
  });
  renderApp("/templates");
  await choose(item);
  if (item === "Delete")
    await userEvent.click(within(await screen.findByRole("alertdialog")).getByRole("button", { name: "Delete" }));
  expect(await screen.findByText("The press is jammed.")).toBeTruthy();
  expect(logged.some(([text]) => text === fallback)).toBe(true);
  expect(screen.getByRole("heading", { name: "Monthly letter" })).toBeTruthy();
});

test("the sidebar leads there, by its sections and by keys", async () => {
  fakeServer({ "GET /api/templates": () => ({ body: { templates: [] } }) });
  renderApp("/campaigns");
  await screen.findByRole("heading", { name: "Campaigns", level: 1 });
  await userEvent.keyboard("gt");
  expect(await screen.findByRole("heading", { name: "Email Templates", level: 1 })).toBeTruthy();
  for (const [name, id] of [
    ["Email Templates", "email-templates"],
    ["Template Editor", "template-editor"],
  ] as const) {
    expect(screen.getByRole("link", { name }).getAttribute("href")).toBe(`/templates#${id}`);
    expect(document.getElementById(id)).toBeTruthy();
  }
  const section = within(screen.getByRole("region", { name: "Template Editor" }));
  expect(section.getByRole("link", { name: "Open the editor" }).getAttribute("href")).toBe("/templates/new");
});

test("a template that cannot be loaded is logged and leads to the list", async () => {
  inEditor({ "GET /api/templates/9": () => ({ status: 404, body: { detail: "There's no such template." } }) });
  renderApp("/templates/9/edit");
  expect(await screen.findByRole("heading", { name: "Email Templates", level: 1 })).toBeTruthy();
  expect(location.pathname).toBe("/templates");
  expect(logged.some(([text]) => text === "Failed to load template")).toBe(true);
});

test("saving sends everything with the revision it began from, says so and stays; Done leads to the list", async () => {
  const calls = inEditor({ "PUT /api/templates/7": () => ({ body: template({ revision: 4 }) }) });
  await openEditor();
  expect((screen.getByRole("button", { name: "Save" }) as HTMLButtonElement).disabled).toBe(true);
  await changeSubject();
  await save();
  expect(await screen.findByText("Template saved successfully!")).toBeTruthy();
  expect(location.pathname).toBe("/templates/7/edit");
  await userEvent.click(screen.getByRole("button", { name: "Done" }));
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
  expect(
    await screen.findByText("Saved in this browser. It will be saved to the server when you're back online."),
  ).toBeTruthy();
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
  const dialog = await screen.findByRole("dialog", { name: /^Restore your unsaved changes\?/ }, { timeout: 120_000 });
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
