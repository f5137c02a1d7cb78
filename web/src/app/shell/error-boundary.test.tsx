import { act, render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, test, vi } from "vitest";
import { codeOf } from "@/lib/code";
import * as leave from "@/lib/leave";
import { expectAccessible } from "@/testing/axe";
import { ErrorBoundary } from "./error-boundary";

vi.mock("@/lib/leave", () => ({ leaveFor: vi.fn(), reloadPage: vi.fn() }));

const reload = vi.mocked(leave.reloadPage);

beforeEach(() => {
  reload.mockReset();
  sessionStorage.clear();
  vi.spyOn(console, "error").mockImplementation(() => undefined);
  const entry = document.createElement("script");
  entry.type = "module";
  entry.setAttribute("src", "/assets/index-old.js");
  document.body.append(entry);
});

const index = (build: string) => `<!doctype html><script type="module" src="/assets/index-${build}.js"></script>`;

/** What "/" answers; null while the server. */
function serve(build: string | null) {
  const state = { build };
  vi.stubGlobal("fetch", async () => {
    if (state.build === null) throw new TypeError("Failed to fetch");
    return new Response(index(state.build));
  });
  return state;
}

/** A page whose code does not come while `state.works` is false. */
function start(works = false) {
  const state = { works, asked: 0 };
  const page = codeOf(async () => {
    state.asked += 1;
    if (!state.works) throw new TypeError("Failed to fetch dynamically imported module: /assets/page-old.js");
    return { default: () => <p>The page</p> };
  });
  const show = () =>
    act(async () => {
      render(
        <ErrorBoundary>
          <page.Part />
        </ErrorBoundary>,
      );
    });
  return { state, page, show };
}

test("without a connection the page says so in plain words, and opens by itself when it is back", async () => {
  const server = serve(null);
  const { state, show } = start();
  await show();
  expect(await screen.findByText("The server can't be reached")).toBeTruthy();
  expect(document.body.textContent).not.toMatch(/fetch|module|assets/);
  await expectAccessible(document.body);
  server.build = "old";
  state.works = true;
  await act(async () => void dispatchEvent(new Event("online")));
  expect(await screen.findByText("The page")).toBeTruthy();
  expect(reload).not.toHaveBeenCalled();
});

test("it can be tried by hand, too", async () => {
  serve(null);
  const { state, show } = start();
  await show();
  state.works = true;
  await userEvent.click(await screen.findByRole("button", { name: "Try Again" }));
  expect(await screen.findByText("The page")).toBeTruthy();
});

test("a new build is loaded once by itself, and not in circles", async () => {
  serve("new");
  const first = start();
  await first.show();
  await waitFor(() => expect(reload).toHaveBeenCalledTimes(1));
  const second = start();
  await second.show();
  expect(await screen.findByText("Letterpress was updated")).toBeTruthy();
  expect(reload).toHaveBeenCalledTimes(1);
});

test("of the same build a part is asked for once more, then the page is reloaded: browsers remember failures", async () => {
  serve("old");
  const { state, show } = start();
  await show();
  await waitFor(() => expect(reload).toHaveBeenCalledTimes(1));
  expect(state.asked).toBe(2);
});

test("what was fetched before is shown without asking again; a fetch in vain is no failure", async () => {
  serve(null);
  const { state, page, show } = start();
  await page.prefetch();
  state.works = true;
  await page.prefetch();
  await show();
  expect(screen.getByText("The page")).toBeTruthy();
  expect(state.asked).toBe(2);
});
