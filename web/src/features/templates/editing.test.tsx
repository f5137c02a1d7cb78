import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, test, vi } from "vitest";
import type { Template } from "@/api/templates";
import { type Call, fakeServer, type Handler, newsletter, template } from "@/testing/fake-server";
import { renderApp } from "@/testing/render-app";

const DRAFT = "letterpress-draft-1-template-7";
const EXCEPTION = "An error occurred while saving the template";
const SLOW = { timeout: 120_000 };

beforeEach(() => {
  vi.spyOn(console, "error").mockImplementation(() => undefined);
});

const server = (routes: Record<string, Handler> = {}) =>
  fakeServer({
    "GET /api/templates": () => ({ body: { templates: [] } }),
    "GET /api/templates/7": () => ({ body: template() }),
    ...routes,
  });

async function open(path = "/templates/7/edit") {
  renderApp(path);
  await screen.findByPlaceholderText("Enter template name...", undefined, SLOW);
}

const field = (placeholder: string) => screen.getByPlaceholderText<HTMLInputElement>(placeholder);
const subject = () => field("Email subject line...");
const type = (text: string) => fireEvent.change(subject(), { target: { value: text } });
async function write(text: string) {
  type(text);
  expect(await screen.findByText(/Unsaved changes/)).toBeTruthy();
}
const press = async (name: string) => await userEvent.click(screen.getByRole("button", { name }));
const sent = (calls: Call[], method: string) =>
  calls.filter((call) => call.method === method && call.path.startsWith("/api/templates"));

/** The server's rule: a save that names another revision than the present one is refused. */
function keeper(start: Partial<Template> = {}) {
  let now = template(start);
  const put: Handler = ({ body }) => {
    const { revision, ...patch } = body as Partial<Template>;
    if (revision !== undefined && revision !== now.revision)
      return {
        status: 409,
        body: {
          detail: `This template was changed elsewhere since you opened it (revision ${now.revision}; yours is ${revision}). Nothing was overwritten.`,
        },
      };
    now = { ...now, ...patch, revision: now.revision + 1, updated_at: "2026-02-01T00:00:00.000Z" };
    return { body: now };
  };
  return {
    get: () => ({ body: now }),
    put,
    now: () => now,
    change: (patch: Partial<Template>) => put({ body: patch } as Call),
  };
}

const keeping = (kept: ReturnType<typeof keeper>, over: Record<string, Handler> = {}) =>
  server({ "GET /api/templates/7": kept.get, "PUT /api/templates/7": kept.put, ...over });

const draft = (over: Partial<Template>, revision: number | null) => {
  const { name, subject, blocks } = template(over);
  localStorage.setItem(
    DRAFT,
    JSON.stringify({ document: { name, subject, preheader: "", blocks, theme: {} }, revision, at: Date.now() }),
  );
};

test("what a template is called is never blank", async () => {
  const calls = server({ "POST /api/templates": () => ({ status: 201, body: template() }) });
  await open("/templates/new");
  expect(field("Enter template name...").value).toBe("Untitled Template");
  fireEvent.change(field("Enter template name..."), { target: { value: " " } });
  await screen.findByText(/Unsaved changes/);
  await press("Save");
  expect(await screen.findByText("Template saved successfully!")).toBeTruthy();
  expect(sent(calls, "POST")[0]?.body).toMatchObject({ name: "Untitled Template", blocks: [], is_active: true });
});

test("a starter that the address names is opened, and is not unsaved work", async () => {
  server();
  await open("/templates/new?starter=plain-letter");
  expect(field("Enter template name...").value).not.toBe("Untitled Template");
  expect(screen.queryByText(/Unsaved changes/)).toBeNull();
});

test("the list shows what was saved a moment ago", async () => {
  const kept = keeper();
  keeping(kept, { "GET /api/templates": () => ({ body: { templates: [kept.now()] } }) });
  renderApp("/templates");
  expect(await screen.findByText("No subject")).toBeTruthy();
  await userEvent.click(screen.getByRole("link", { name: "Edit Monthly letter" }));
  await screen.findByPlaceholderText("Enter template name...", undefined, SLOW);
  await write("Spring");
  // Saves what is not saved yet.
  await press("Done");
  expect(await screen.findByRole("heading", { name: "Email Templates", level: 1 })).toBeTruthy();
  expect(await screen.findByText("Spring")).toBeTruthy();
});

test("a field that the server refuses is told at its block", async () => {
  const message = "Content must be shorter.";
  server({
    "PUT /api/templates/7": () => ({
      status: 422,
      body: { detail: "One field is wrong.", errors: [{ field: "blocks[0].content", message }] },
    }),
  });
  await open();
  await write("Changed");
  await press("Save");
  expect(await screen.findByText("Failed to save template: One field is wrong.")).toBeTruthy();
  expect(await screen.findByText(message)).toBeTruthy();
});

test("what a full disk refuses is told, and kept in the editor and in this browser until it is saved", async () => {
  const detail = "The server's disk is full. Nothing was changed. Tell its operator.";
  let answer: ReturnType<Handler> = { status: 507, body: { title: "Insufficient Storage", status: 507, detail } };
  server({ "PUT /api/templates/7": () => answer });
  await open();
  await write("Changed");
  await press("Save");
  expect(await screen.findByText(`Failed to save template: ${detail}`)).toBeTruthy();
  expect(subject().value).toBe("Changed");
  expect(localStorage.getItem(DRAFT)).toContain("Changed");
  answer = { body: template({ subject: "Changed", revision: 4 }) };
  await press("Save");
  expect(await screen.findByText("Template saved successfully!")).toBeTruthy();
});

test("a new template whose answer was lost is not made twice", async () => {
  let reachable = false;
  const calls = server({
    "POST /api/templates": () => {
      if (!reachable) throw new TypeError("Failed to fetch");
      return { status: 201, body: template() };
    },
  });
  await open("/templates/new");
  await write("First");
  await press("Save");
  expect(
    await screen.findByText("Saved in this browser. It will be saved to the server when you're back online."),
  ).toBeTruthy();
  reachable = true;
  dispatchEvent(new Event("online"));
  expect(await screen.findByText("Template saved successfully!")).toBeTruthy();
  const [first, second] = sent(calls, "POST").map(({ headers }) => headers.get("Idempotency-Key"));
  expect(first).toBeTruthy();
  expect(second).toBe(first);
});

test("a save that arrived though its answer was lost is no conflict", async () => {
  const kept = keeper();
  let lost = true;
  const calls = keeping(kept, {
    "PUT /api/templates/7": (call) => {
      const answer = kept.put(call);
      if (!lost) return answer;
      throw new TypeError("Failed to fetch");
    },
  });
  await open();
  await write("Changed");
  await press("Save");
  await screen.findByText("Saved in this browser. It will be saved to the server when you're back online.");
  lost = false;
  dispatchEvent(new Event("online"));
  expect(await screen.findByText("Template saved successfully!")).toBeTruthy();
  expect(screen.queryByRole("dialog", { name: "Changed elsewhere" })).toBeNull();
  expect(sent(calls, "PUT")).toHaveLength(2);
});

test("what is written while a new template is saved goes into the same template", async () => {
  const kept = keeper({ subject: "First" });
  const calls = keeping(kept, {
    "POST /api/templates": () => {
      type("Second");
      return { status: 201, body: kept.now() };
    },
  });
  await open("/templates/new");
  await write("First");
  await press("Save");
  // It is that template from now on, also after a reload.
  await waitFor(() => expect(location.pathname).toBe("/templates/7/edit"));
  expect(subject().value).toBe("Second");
  expect(Object.keys(localStorage).filter((key) => key.includes("-draft-"))).toEqual([DRAFT]);
  await press("Done");
  await waitFor(() => expect(location.pathname).toBe("/templates"));
  expect(sent(calls, "POST")).toHaveLength(1);
  expect(kept.now().subject).toBe("Second");
});

test("work begun before a newer save does not overwrite it", async () => {
  const kept = keeper({ revision: 5, subject: "Theirs" });
  draft({ subject: "Mine" }, 3);
  keeping(kept);
  renderApp("/templates/7/edit");
  const found = await screen.findByRole("dialog", { name: /^Restore your unsaved changes\?/ }, SLOW);
  expect(within(found).getByText(/newer version was saved elsewhere/)).toBeTruthy();
  await userEvent.click(within(found).getByRole("button", { name: "Restore" }));
  await screen.findByText(/Unsaved changes/);
  await press("Save");
  expect(await screen.findByRole("dialog", { name: "Changed elsewhere" })).toBeTruthy();
  expect(kept.now().subject).toBe("Theirs");
});

test("the newer save can be opened, and mine is offered again", async () => {
  const kept = keeper();
  keeping(kept);
  await open();
  await write("Mine");
  kept.change({ subject: "Theirs" });
  await press("Save");
  const dialog = await screen.findByRole("dialog", { name: "Changed elsewhere" });
  await userEvent.click(within(dialog).getByRole("button", { name: "Open the newer version" }));
  const found = await screen.findByRole("dialog", { name: /^Restore your unsaved changes\?/ }, SLOW);
  expect(subject().value).toBe("Theirs");
  await userEvent.click(within(found).getByRole("button", { name: "Restore" }));
  expect(subject().value).toBe("Mine");
  await press("Save");
  expect(await screen.findByText("Template saved successfully!")).toBeTruthy();
  expect(kept.now().subject).toBe("Mine");
});

test("the newer save can be looked at, and a failure to read it is told", async () => {
  const kept = keeper();
  let readable = true;
  keeping(kept, {
    "GET /api/templates/7": () => (readable ? kept.get() : { status: 500, body: { detail: "The press is jammed." } }),
  });
  await open();
  await write("Mine");
  kept.change({ subject: "Theirs" });
  await press("Save");
  const dialog = await screen.findByRole("dialog", { name: "Changed elsewhere" });
  const page = document.implementation.createHTMLDocument();
  const preview = { opener: window, document: page, close: vi.fn() };
  vi.spyOn(window, "open").mockReturnValue(preview as unknown as Window);
  URL.revokeObjectURL = vi.fn();
  await userEvent.click(within(dialog).getByRole("button", { name: "View the newer version" }));
  await waitFor(() => expect(page.querySelector("iframe")).toBeTruthy());
  expect(preview.opener).toBeNull();
  readable = false;
  await userEvent.click(within(dialog).getByRole("button", { name: "View the newer version" }));
  expect(await screen.findByText("The press is jammed.")).toBeTruthy();
  expect(preview.close).toHaveBeenCalled();
});

test("a copy that cannot be made is told, and the work stays", async () => {
  const kept = keeper();
  keeping(kept, { "POST /api/templates": () => ({ status: 201 }) });
  await open();
  await write("Mine");
  kept.change({ subject: "Theirs" });
  await press("Save");
  const dialog = await screen.findByRole("dialog", { name: "Changed elsewhere" });
  await userEvent.click(within(dialog).getByRole("button", { name: "Save mine as a new template" }));
  expect(await screen.findByText(EXCEPTION)).toBeTruthy();
  expect(screen.getByText(/Unsaved changes/)).toBeTruthy();
});

test("the guard saves before it lets go", async () => {
  const kept = keeper();
  keeping(kept);
  await open();
  await write("Changed");
  await press("Back");
  const dialog = await screen.findByRole("dialog", { name: "Leave without saving?" });
  await userEvent.click(within(dialog).getByRole("button", { name: "Save" }));
  await waitFor(() => expect(location.pathname).toBe("/templates"));
  expect(kept.now().subject).toBe("Changed");
});

test("a save that breaks while leaving is told, and nobody is locked in", async () => {
  server({ "PUT /api/templates/7": () => ({ status: 200 }) });
  await open();
  await write("Changed");
  await press("Back");
  const dialog = await screen.findByRole("dialog", { name: "Leave without saving?" });
  await userEvent.click(within(dialog).getByRole("button", { name: "Save" }));
  expect(await screen.findByText(EXCEPTION)).toBeTruthy();
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(location.pathname).toBe("/templates/7/edit");
});

test("the browser asks before a tab with unsaved work is closed, and only then", async () => {
  server();
  await open();
  const leave = () => {
    const event = new Event("beforeunload", { cancelable: true });
    dispatchEvent(event);
    return event.defaultPrevented;
  };
  expect(leave()).toBe(false);
  await write("Changed");
  expect(leave()).toBe(true);
});

test("work that was left behind can be given up", async () => {
  draft({ subject: "Half a thought" }, 3);
  server();
  renderApp("/templates/7/edit");
  const dialog = await screen.findByRole("dialog", { name: /^Restore your unsaved changes\?/ }, SLOW);
  expect(within(dialog).getByText(/The last save is from/)).toBeTruthy();
  await userEvent.click(within(dialog).getByRole("button", { name: "Discard" }));
  expect(subject().value).toBe("");
  expect(localStorage.getItem(DRAFT)).toBeNull();
});

test("a draft of blocks that cannot be read opens without them", async () => {
  draft(
    { subject: "Mine", blocks: [{ type: "columns" }, { type: "marquee" }, null] as unknown as Template["blocks"] },
    3,
  );
  server();
  renderApp("/templates/7/edit");
  const dialog = await screen.findByRole("dialog", { name: /^Restore your unsaved changes\?/ }, SLOW);
  await userEvent.click(within(dialog).getByRole("button", { name: "Restore" }));
  expect(subject().value).toBe("Mine");
  expect(screen.getByText(/Unsaved changes/)).toBeTruthy();
});

test("the same template in another tab is told while it is open there", async () => {
  const other = new BroadcastChannel("letterpress-editor");
  const say = (what: string, key = DRAFT) => other.postMessage({ what, key, from: "other" });
  other.onmessage = ({ data }: MessageEvent<{ what: string }>) => data.what === "open" && say("here");
  server();
  await open();
  expect(await screen.findByText(/This template is also open in another tab/)).toBeTruthy();
  say("close", "another template");
  say("close");
  await waitFor(() => expect(screen.queryByText(/open in another tab/)).toBeNull());
  other.close();
});

test("a template is sent as a test from its editor, as it is at that moment and as the newsletter that its author chose", async () => {
  const calls = keeping(keeper(), {
    "GET /api/newsletters": () => ({ body: [newsletter(), newsletter({ id: 2, name: "The Fast Web" })] }),
    "POST /api/templates/7/test": () => ({ body: { sent: ["author@example.com"], failed: [] } }),
  });
  await open();
  await write("Better");
  await press("More");
  await userEvent.click(screen.getByRole("menuitem", { name: "Test send" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Test send" }, SLOW));
  await userEvent.selectOptions(await dialog.findByLabelText("Send as"), "The Fast Web");
  await userEvent.click(dialog.getByRole("button", { name: "Send test" }));
  expect(await dialog.findByText(/^Sent to/)).toBeTruthy();
  expect(sent(calls, "PUT")[0]?.body).toMatchObject({ subject: "Better" });
  expect(sent(calls, "POST")[0]?.body).toEqual({ to: ["author@example.com"], newsletter_id: 2 });
});
