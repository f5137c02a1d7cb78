import { autocompletion, CompletionContext } from "@codemirror/autocomplete";
import { redo, undo } from "@codemirror/commands";
import { forEachDiagnostic } from "@codemirror/lint";
import { EditorState, Text } from "@codemirror/state";
import { EditorView } from "@codemirror/view";
import { act, fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import type { Campaign } from "@/api/campaigns";
import { signOut } from "@/api/session";
import { expectAccessible } from "@/testing/axe";
import { campaign, fakeServer, type Handler, newsletter } from "@/testing/fake-server";
import { renderApp } from "@/testing/render-app";
import { findingsOf } from "./findings";
import { completeMergeTag } from "./merge-tag-completion";

afterEach(() => signOut());

const CAMPAIGN = "/api/newsletters/1/campaigns/9";

async function open(put: Handler, present: Campaign = campaign({ html_content: "<p>Hello</p>" })) {
  const calls = fakeServer({
    "GET /api/newsletters": () => ({ body: [newsletter()] }),
    [`GET ${CAMPAIGN}`]: () => ({ body: present }),
    [`GET ${CAMPAIGN}/checks`]: () => ({ body: { checks: [] } }),
    [`PUT ${CAMPAIGN}`]: put,
  });
  renderApp("/campaigns/1/9/edit");
  const field = await screen.findByLabelText("HTML Content", {}, { timeout: 120_000 });
  const view = EditorView.findFromDOM(field) as EditorView;
  const write = (insert: string) =>
    act(() => view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert }, userEvent: "input" }));
  return { calls, field, view, write };
}

const saveNow = () => fireEvent.keyDown(window, { key: "s", ctrlKey: true });
const textOf = (view: EditorView) => view.state.doc.toString();

test("HTML is saved from its editor, and a save takes no step back from it", async () => {
  let revision = 1;
  const { calls, field, view, write } = await open(({ body }) => {
    revision += 1;
    return { body: campaign({ ...(body as Partial<Campaign>), revision }) };
  });
  write("<p>Better</p>");
  saveNow();
  await waitFor(() =>
    expect(calls.find(({ method }) => method === "PUT")?.body).toEqual({ html_content: "<p>Better</p>", revision: 1 }),
  );
  await waitFor(() => expect(document.querySelector("[data-save-state=saved]")).toBeTruthy());
  expect(screen.getByLabelText("HTML Content")).toBe(field);
  act(() => void undo(view));
  expect(textOf(view)).toBe("<p>Hello</p>");
  act(() => void redo(view));
  expect(textOf(view)).toBe("<p>Better</p>");
  await expectAccessible(document.body);
});

test("what the server finds in it is marked at its place, and told below", async () => {
  const message = "Line 2, column 4: there is no merge tag of this name.";
  const { field, view, write } = await open(() => ({
    status: 422,
    body: { detail: "Bad.", errors: [{ field: "html_content", message }] },
  }));
  write("<p>Hello</p>\n<p>{{ nobody }}, you</p>");
  saveNow();
  expect(await screen.findByText(message)).toBeTruthy();
  expect(field.getAttribute("aria-invalid")).toBe("true");
  const marked: string[] = [];
  forEachDiagnostic(view.state, (_, from, to) => marked.push(view.state.sliceDoc(from, to)));
  expect(marked).toEqual(["{{ nobody }}"]);
  write("<p>Hello</p>");
  await waitFor(() => expect(screen.queryByText(message)).toBeNull());
  expect(field.getAttribute("aria-invalid")).toBeNull();
});

test("an error without a place, or with one that is not there, is marked all the same", () => {
  const text = Text.of(["<p>One</p>", "Two"]);
  expect(findingsOf(undefined, text)).toEqual([]);
  expect(findingsOf("Too long.", text)).toMatchObject([{ from: 0, to: 10 }]);
  expect(findingsOf("Line 9, column 90: no.", text)).toMatchObject([{ from: 11, to: 14 }]);
});

test("two braces offer the merge tags, and those that close them are not doubled", () => {
  const state = EditorState.create({ doc: "<p>{{ fir}}</p>", extensions: [autocompletion()] });
  const found = completeMergeTag(new CompletionContext(state, 9, false));
  expect(found?.from).toBe(3);
  const name = found?.options.find(({ label }) => label === '{{ subscriber.first_name | default("there") }}');
  const view = new EditorView({ state });
  if (typeof name?.apply === "function") name.apply(view, name, 3, 9);
  expect(textOf(view)).toBe('<p>{{ subscriber.first_name | default("there") }}</p>');
  expect(completeMergeTag(new CompletionContext(state, 2, false))).toBeNull();
});
