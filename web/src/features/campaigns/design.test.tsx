import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Campaign } from "@/api/campaigns";
import { signOut } from "@/api/session";
import type { Template } from "@/api/templates";
import { type Call, campaign, fakeServer, type Handler, newsletter, template } from "@/testing/fake-server";
import { renderApp } from "@/testing/render-app";
import { save } from "@/testing/save";

const SLOW = { timeout: 120_000 };
const CAMPAIGN = "/api/newsletters/1/campaigns/9";
const DESIGN = "/campaigns/1/9/edit?mode=design";

beforeEach(() => {
  vi.spyOn(console, "error").mockImplementation(() => undefined);
});
afterEach(() => signOut());

const blocks = template().blocks;
const designed = (over: Partial<Campaign> = {}) =>
  campaign({ blocks: blocks as unknown as Campaign["blocks"], theme: {}, html_content: "<p>Hello</p>", ...over });

/** A server with this one campaign, which saves itself whenever a test takes its time. */
function server(present: Campaign, routes: Record<string, Handler> = {}) {
  let now = present;
  return fakeServer({
    "GET /api/newsletters": () => ({ body: [newsletter()] }),
    "GET /api/campaigns": () => ({ body: [now], headers: { "X-Total-Count": "1" } }),
    [`GET ${CAMPAIGN}`]: () => ({ body: now }),
    [`PUT ${CAMPAIGN}`]: ({ body }) => {
      now = { ...now, ...(body as Partial<Campaign>), revision: now.revision + 1 };
      return { body: now };
    },
    "GET /api/templates": () => ({ body: { templates: [template({ subject: "From the template" })] } }),
    "GET /api/templates/7": () => ({ body: template({ subject: "From the template" }) }),
    ...routes,
  });
}

const bodyOf = (calls: Call[], method: string) =>
  calls.find((call) => call.method === method && call.path.includes("/campaigns"))?.body as Record<string, unknown>;

async function createDialog(path = "/campaigns#create-campaign") {
  renderApp(path);
  const dialog = within(await screen.findByRole("dialog", { name: "Create Campaign" }, SLOW));
  await dialog.findByRole("option", { name: "The Slow Web" });
  await userEvent.selectOptions(dialog.getByLabelText("Newsletter"), "1");
  return dialog;
}

async function openPage() {
  renderApp("/campaigns/1/9/edit");
  await screen.findByLabelText("Subject Line", {}, SLOW);
  return within(screen.getByRole("main"));
}

const saveNow = () => fireEvent.keyDown(window, { key: "s", ctrlKey: true });

const editor = async () => await screen.findByRole("heading", { name: "Campaign design" }, SLOW);

async function writeSubject(text: string) {
  fireEvent.change(screen.getByPlaceholderText("Email subject line..."), { target: { value: text } });
  expect(await screen.findByText(/Unsaved changes/)).toBeTruthy();
}

test("a design begins with a draft of a blank mail, and the editor opens", async () => {
  const calls = server(designed({ blocks: [] as unknown as Campaign["blocks"] }), {
    "POST /api/newsletters/1/campaigns": () => ({ status: 201, body: campaign() }),
  });
  const dialog = await createDialog();
  await userEvent.type(dialog.getByLabelText("Subject Line"), "Hello");
  expect(dialog.getByLabelText("Plain Text Content")).toBeTruthy();
  expect(dialog.getByLabelText("HTML Content")).toBeTruthy();
  await userEvent.click(dialog.getByRole("button", { name: "Design" }));
  expect(dialog.queryByLabelText("HTML Content")).toBeNull();
  await userEvent.click(dialog.getByRole("button", { name: "Create Draft Campaign" }));
  await editor();
  expect(location.pathname + location.search).toBe(DESIGN);
  expect(bodyOf(calls, "POST")).toEqual({ subject: "Hello", html_content: "", blocks: [] });
});

test("a design begins with a copy of a template, chosen on its card or in the form", async () => {
  // One that is beyond the list's first page is found all the same.
  const calls = server(designed(), {
    "GET /api/templates": () => ({ body: { templates: [] } }),
    "POST /api/newsletters/1/campaigns": () => ({ status: 201, body: campaign() }),
  });
  const dialog = await createDialog("/campaigns?template=7#create-campaign");
  expect(dialog.getByRole("button", { name: "Design" }).getAttribute("aria-pressed")).toBe("true");
  expect(await dialog.findByRole("option", { name: "Monthly letter", selected: true })).toBeTruthy();
  expect(dialog.getByLabelText<HTMLInputElement>("Subject Line").value).toBe("From the template");
  await userEvent.click(dialog.getByRole("button", { name: "Create Draft Campaign" }));
  await editor();
  const body = bodyOf(calls, "POST");
  expect(body).toMatchObject({ subject: "From the template", blocks });
  expect(body.html_content).toContain("Hello");
  expect(body.text_content).toContain("Hello");
});

test("a template that is gone is told, and no blank campaign is made instead", async () => {
  const gone: Handler = () => ({ status: 404, body: { detail: "There's no such template." } });
  const calls = server(designed(), { "GET /api/templates/7": gone });
  const dialog = await createDialog("/campaigns?template=7#create-campaign");
  fireEvent.change(dialog.getByLabelText("Subject Line"), { target: { value: "Hello" } });
  calls.length = 0;
  await userEvent.click(dialog.getByRole("button", { name: "Create Draft Campaign" }));
  expect(await dialog.findByText("There's no such template.")).toBeTruthy();
  expect(bodyOf(calls, "POST")).toBeUndefined();
});

test("New campaign from this leads from a template's card into the form", async () => {
  server(designed());
  renderApp("/templates");
  await userEvent.click(await screen.findByRole("button", { name: "More for Monthly letter" }, SLOW));
  await userEvent.click(screen.getByRole("menuitem", { name: "New campaign from this" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Create Campaign" }, SLOW));
  expect(await dialog.findByRole("option", { name: "Monthly letter", selected: true })).toBeTruthy();
});

test("saving a design sends all of it, without the preheader in the HTML, and stays; Done leads back", async () => {
  const calls = server(designed({ preheader: "Seen in the inbox", revision: 4 }), {
    [`PUT ${CAMPAIGN}`]: () => ({ body: designed({ revision: 5 }) }),
  });
  // Where it was before.
  renderApp("/campaigns/1/9/design");
  await editor();
  expect(location.pathname + location.search).toBe(DESIGN);
  expect(screen.queryByPlaceholderText("Enter template name...")).toBeNull();
  expect(screen.getByText("The Slow Web")).toBeTruthy();
  await writeSubject("Better");
  await save();
  expect(await screen.findByText("Campaign updated")).toBeTruthy();
  expect(location.pathname + location.search).toBe(DESIGN);
  await userEvent.click(screen.getByRole("button", { name: "Done" }));
  expect(await screen.findByLabelText("Who gets it", {}, SLOW)).toBeTruthy();
  const body = bodyOf(calls, "PUT");
  expect(body).toMatchObject({ subject: "Better", preheader: "Seen in the inbox", blocks, revision: 4 });
  expect(body.html_content).not.toContain("Seen in the inbox");
  expect(body.text_content).toContain("Hello");
});

test("a design is sent as a test from its editor, as it is at that moment", async () => {
  const calls = server(designed({ revision: 4 }), {
    [`PUT ${CAMPAIGN}`]: () => ({ body: designed({ revision: 5 }) }),
    [`POST ${CAMPAIGN}/test`]: () => ({ body: { sent: ["ada@example.com"], failed: [] } }),
  });
  renderApp(DESIGN);
  await editor();
  await writeSubject("Better");
  await userEvent.click(screen.getByRole("button", { name: "More" }));
  await userEvent.click(screen.getByRole("menuitem", { name: "Test send" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Test send" }, SLOW));
  await userEvent.click(dialog.getByRole("button", { name: "Send test" }));
  expect(await dialog.findByText(/^Sent to/)).toBeTruthy();
  const order = calls.filter(({ method, path }) => method !== "GET" && path.startsWith(CAMPAIGN));
  expect(order.map(({ method }) => method)).toEqual(["PUT", "POST"]);
  expect(bodyOf(calls, "PUT")).toMatchObject({ subject: "Better" });
});

test("a design saves itself while it is made, and is not asked about when it is left", async () => {
  let revision = 1;
  const calls = server(designed(), {
    [`PUT ${CAMPAIGN}`]: () => {
      revision += 1;
      return { body: designed({ revision }) };
    },
  });
  renderApp(DESIGN);
  await editor();
  await writeSubject("Better");
  await waitFor(() => expect(screen.queryByText(/Unsaved changes/)).toBeNull());
  expect(bodyOf(calls, "PUT")).toMatchObject({ subject: "Better", revision: 1 });
  expect(screen.queryByText("Campaign updated")).toBeNull();
  await writeSubject("Best");
  await userEvent.click(screen.getByRole("button", { name: "Back" }));
  expect(await screen.findByLabelText("Who gets it", {}, SLOW)).toBeTruthy();
  expect(calls.filter(({ method }) => method === "PUT").map(({ body }) => body)).toMatchObject([
    { subject: "Better", revision: 1 },
    { subject: "Best", revision: 2 },
  ]);
});

test("a design whose campaign was sent leads to the report", async () => {
  server(designed({ status: "sent" }));
  renderApp(DESIGN);
  await waitFor(() => expect(location.pathname).toBe("/campaigns/1/9/report"), SLOW);
});

test("a campaign that was changed elsewhere is not overwritten", async () => {
  const detail =
    "This campaign was changed elsewhere since you opened it (revision 2; yours is 1). Nothing was overwritten.";
  let present = designed();
  server(present, {
    [`GET ${CAMPAIGN}`]: () => ({ body: present }),
    [`PUT ${CAMPAIGN}`]: () => ({ status: 409, body: { detail } }),
  });
  renderApp(DESIGN);
  await editor();
  await writeSubject("Mine");
  present = designed({ subject: "Theirs", revision: 2 });
  await save();
  const dialog = await screen.findByRole("dialog", { name: "Changed elsewhere" });
  expect(within(dialog).getByText(detail)).toBeTruthy();
  expect(within(dialog).queryByRole("button", { name: /new template/ })).toBeNull();
  await userEvent.click(within(dialog).getByRole("button", { name: "Open the newer version" }));
  expect(await screen.findByRole("dialog", { name: /^Restore your unsaved changes\?/ }, SLOW)).toBeTruthy();
  expect(screen.getByPlaceholderText<HTMLInputElement>("Email subject line...").value).toBe("Theirs");
});

test("a refusal and an exception are told as a campaign's", async () => {
  let answer: ReturnType<Handler> = { status: 409, body: { detail: "This campaign is being sent." } };
  server(designed(), { [`PUT ${CAMPAIGN}`]: () => answer });
  renderApp(DESIGN);
  await editor();
  await writeSubject("Mine");
  await save();
  expect(await screen.findByText("Failed to update campaign: This campaign is being sent.")).toBeTruthy();
  expect(screen.queryByRole("dialog")).toBeNull();
  answer = { status: 200 };
  await save();
  expect(await screen.findByText("An error occurred while saving the campaign")).toBeTruthy();
});

const text = async () => await screen.findByRole("textbox", { name: /^Email text/ }, SLOW);
/** Rests the pointer on what is offered, which stands for eight seconds otherwise: a busy machine needs them for less. */
const keepOffer = async (told: string) =>
  fireEvent.mouseEnter((await screen.findByText(told)).closest("ol") as Element);

test("the page of a designed campaign shows its text and leaves it alone", async () => {
  const calls = server(designed(), { [`PUT ${CAMPAIGN}`]: () => ({ body: designed() }) });
  const page = await openPage();
  expect((await text()).textContent).toContain("Hello");
  await userEvent.type(page.getByLabelText("Subject Line"), "!");
  saveNow();
  await waitFor(() => expect(bodyOf(calls, "PUT")).toBeDefined());
  expect(Object.keys(bodyOf(calls, "PUT"))).not.toContain("blocks");
  expect(Object.keys(bodyOf(calls, "PUT"))).not.toContain("html_content");
});

test("what was written is saved before the editor opens", async () => {
  let present = designed();
  const calls = server(present, {
    [`GET ${CAMPAIGN}`]: () => ({ body: present }),
    [`PUT ${CAMPAIGN}`]: ({ body }) => {
      present = designed({ ...(body as Partial<Template>), revision: 2 } as Partial<Campaign>);
      return { body: present };
    },
  });
  const page = await openPage();
  await userEvent.type(page.getByLabelText("Subject Line"), "!");
  await userEvent.click(page.getByRole("button", { name: "Design" }));
  await editor();
  expect(bodyOf(calls, "PUT")).toMatchObject({ subject: "Against the feed!" });
  expect(screen.getByPlaceholderText<HTMLInputElement>("Email subject line...").value).toBe("Against the feed!");
});

test("HTML takes the place of the design, as the design had it, and Undo brings the design back", async () => {
  let present = designed();
  const calls = server(present, {
    [`GET ${CAMPAIGN}`]: () => ({ body: present }),
    [`PUT ${CAMPAIGN}`]: ({ body }) => {
      present = { ...present, ...(body as Partial<Campaign>), revision: present.revision + 1 };
      return { body: present };
    },
  });
  const page = await openPage();
  await text();
  await userEvent.click(page.getByRole("button", { name: "HTML" }));
  await keepOffer("Your HTML replaces the design");
  // In lines of its own, of which the field draws those in view.
  expect((await page.findByLabelText("HTML Content", {}, SLOW)).querySelectorAll(".cm-line").length).toBeGreaterThan(5);
  expect(page.getByLabelText<HTMLTextAreaElement>("Plain Text Content").value).toContain("Hello");
  saveNow();
  await waitFor(() => expect(bodyOf(calls, "PUT")).toMatchObject({ blocks: null, revision: 1 }));
  expect(present.html_content).toMatch(/^<!doctype html>.*Hello/s);
  await userEvent.click(await screen.findByRole("button", { name: "Undo" }));
  await text();
  saveNow();
  await waitFor(() => expect(present.blocks).toEqual(blocks));
});

test("a way back from HTML that nobody changed asks nothing", async () => {
  server(designed());
  const page = await openPage();
  await text();
  await userEvent.click(page.getByRole("button", { name: "HTML" }));
  await page.findByLabelText("HTML Content", {}, SLOW);
  await userEvent.click(page.getByRole("button", { name: "Write" }));
  expect((await text()).textContent).toContain("Hello");
  expect(screen.queryByRole("dialog")).toBeNull();
});

test("what was written by hand keeps its words in the design, and Undo brings the HTML back", async () => {
  let present = campaign({ html_content: "<h1>News</h1><p>By <b>hand</b></p>" });
  server(present, {
    [`GET ${CAMPAIGN}`]: () => ({ body: present }),
    [`PUT ${CAMPAIGN}`]: ({ body }) => {
      present = { ...present, ...(body as Partial<Campaign>), revision: present.revision + 1 };
      return { body: present };
    },
  });
  const page = await openPage();
  await page.findByLabelText("HTML Content", {}, SLOW);
  await userEvent.click(page.getByRole("button", { name: "Write" }));
  const question = within(await screen.findByRole("dialog", { name: "Write without HTML" }, SLOW));
  await userEvent.click(question.getByRole("button", { name: "Keep my words" }));
  await keepOffer("Your HTML is now text");
  expect((await text()).textContent).toContain("By hand");
  saveNow();
  await waitFor(() =>
    expect(present.blocks).toMatchObject([
      { type: "heading", content: "News" },
      { type: "text", content: "<p>By <b>hand</b></p>" },
    ]),
  );
  expect(present.text_content).toContain("By hand");
  await userEvent.click(await screen.findByRole("button", { name: "Undo" }));
  await page.findByLabelText("HTML Content", {}, SLOW);
  saveNow();
  await waitFor(() =>
    expect(present).toMatchObject({ blocks: null, html_content: "<h1>News</h1><p>By <b>hand</b></p>" }),
  );
});

test("HTML that is to be designed is asked about too; nothing is changed before", async () => {
  const calls = server(campaign({ html_content: "<p>By hand</p>" }), {
    [`PUT ${CAMPAIGN}`]: ({ body }) => ({ body: campaign({ ...(body as Partial<Campaign>), revision: 2 }) }),
  });
  const page = await openPage();
  await userEvent.click(page.getByRole("button", { name: "Design" }));
  const question = within(await screen.findByRole("dialog", { name: "Write without HTML" }, SLOW));
  await userEvent.click(question.getByRole("button", { name: "Cancel" }));
  expect(page.getByRole("button", { name: "HTML" }).getAttribute("aria-pressed")).toBe("true");
  expect(bodyOf(calls, "PUT")).toBeUndefined();
  await userEvent.click(page.getByRole("button", { name: "Design" }));
  await userEvent.click(await screen.findByRole("button", { name: "Keep my words" }, SLOW));
  await editor();
  expect(bodyOf(calls, "PUT")).toMatchObject({ blocks: [{ type: "text", content: "<p>By hand</p>" }] });
});

test("what was written by hand gives way to no empty design, and to none before its author saves it", async () => {
  let present = campaign({ html_content: "<p>By hand</p>" });
  const calls = server(present, {
    [`GET ${CAMPAIGN}`]: () => ({ body: present }),
    [`PUT ${CAMPAIGN}`]: ({ body }) => {
      present = { ...present, ...(body as Partial<Campaign>), revision: present.revision + 1 };
      return { body: present };
    },
  });
  renderApp(DESIGN);
  await editor();
  await writeSubject("Mine");
  // A design that saves itself would be saved now.
  fireEvent.blur(window);
  expect(bodyOf(calls, "PUT")).toBeUndefined();
  await save();
  await waitFor(() => expect(bodyOf(calls, "PUT")).toEqual({ subject: "Mine", preheader: null, revision: 1 }));
  await userEvent.click(screen.getByRole("button", { name: "Heading" }));
  fireEvent.blur(window);
  expect(present.html_content).toBe("<p>By hand</p>");
  await save();
  await waitFor(() => expect(present.blocks).toHaveLength(1));
  expect(present.html_content).not.toContain("By hand");
});
