import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, onTestFinished, test, vi } from "vitest";
import { signOut } from "@/api/session";
import { type Answer, campaign, fakeServer, type Handler, held, newsletter } from "@/testing/fake-server";
import { renderApp } from "@/testing/render-app";
import { prefetchOnHint } from "./pages";

afterEach(() => signOut());

/** A list whose calls are answered one after the other by these. */
function served(...answers: [Handler, ...Handler[]]) {
  const list = vi.fn<Handler>((call): Answer => (answers.length > 1 ? answers.shift() : answers[0])?.(call) ?? {});
  fakeServer({
    "GET /api/newsletters": () => ({ body: [newsletter()] }),
    "GET /api/campaigns": (call) =>
      call.query.get("limit") === "50" ? list(call) : { body: [], headers: { "X-Total-Count": "0" } },
    "GET /api/newsletters/1/analytics": () => ({ status: 500 }),
  });
  onTestFinished(prefetchOnHint());
  return list;
}

const letter = () => ({ body: [campaign({ subject: "A letter" })], headers: { "X-Total-Count": "1" } });

async function point() {
  const user = userEvent.setup();
  renderApp("/nowhere");
  const [link] = await screen.findAllByRole("link", { name: "Campaigns" });
  await user.hover(link as HTMLElement);
  return { user, link: link as HTMLElement };
}

test("what a page shows first is there before it is opened, and asked for again when it is", async () => {
  const never = held([]);
  const list = served(letter, never.answer);
  const { user, link } = await point();
  await waitFor(() => expect(list).toHaveBeenCalledTimes(1));
  await user.hover(document.body);
  await user.hover(link);
  await user.click(link);
  expect(await screen.findByRole("link", { name: "A letter" })).toBeTruthy();
  await waitFor(() => expect(list).toHaveBeenCalledTimes(2));
  never.release();
});

test("what did not come ahead is asked for by the page", async () => {
  const list = served(() => ({ status: 503 }), letter);
  const { user, link } = await point();
  await waitFor(() => expect(list).toHaveBeenCalledTimes(1));
  await user.click(link);
  expect(await screen.findByRole("link", { name: "A letter" })).toBeTruthy();
});
