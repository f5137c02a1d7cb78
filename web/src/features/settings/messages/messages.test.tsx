import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, test, vi } from "vitest";
import type { Message } from "@/api/messages";
import { signOut } from "@/api/session";
import { expectAccessible } from "@/testing/axe";
import { type Answer, fakeServer } from "@/testing/fake-server";
import { passUntil, passUntilStill } from "@/testing/false-time";
import { renderApp } from "@/testing/render-app";
import { message, settingsRoutes } from "@/testing/settings";

afterEach(() => {
  vi.useRealTimers();
  return signOut();
});

const PATH = "/api/messages";

const section = async () => within(await screen.findByRole("region", { name: "Emails to one person" }));
const rowOf = async (to: string) => (await (await section()).findByText(to)).closest("li") as HTMLElement;

/** The page, where the server has these. */
function open(answer: (query: URLSearchParams) => Answer, routes: Parameters<typeof fakeServer>[0] = {}) {
  const calls = fakeServer({ ...settingsRoutes(), [`GET ${PATH}`]: ({ query }) => answer(query), ...routes });
  renderApp("/settings/api#messages");
  return calls;
}

test("while programs sent nothing, the guide tells how", async () => {
  open(() => ({ body: [] }));
  const link = await (await section()).findByRole("link", { name: "How to send an email to one person" });
  expect(link.getAttribute("href")).toBe("/documentation/api#an-email-to-one-person");
  expect((await section()).queryByRole("searchbox")).toBeNull();
  expect((await section()).queryByRole("listitem")).toBeNull();
});

test.each<[Partial<Message>, string[]]>([
  [{ state: "queued", sent_at: null }, ["Queued"]],
  [
    { state: "deferred", reason: "The mailbox is full.", attempts: 3 },
    ["Deferred", "The mailbox is full. (3 attempts)"],
  ],
  [{ state: "suppressed", reason: "It bounced." }, ["Suppressed", "It bounced."]],
  [{ returned: "delivered" }, ["Sent", "Delivered"]],
  [{ returned: "bounced", returned_detail: "550 No such user" }, ["Sent", "Bounced", "550 No such user"]],
  [{ is_repeated: true, attempts: 2 }, ["Sent", "Sent once more after a doubt, so it may have arrived twice."]],
  [{ state: "in_doubt", reason: "The server ended." }, ["In doubt", "The server ended. It may have arrived."]],
])("what became of %o is said", async (over, texts) => {
  open(() => ({ body: [message(over)] }));
  const row = within(await rowOf("rea@example.net"));
  for (const text of ["Your tickets", ...texts]) expect(row.getByText(text)).toBeTruthy();
  await expectAccessible(document.body);
});

test("filtered by state and by a whole address, and read on", async () => {
  const user = userEvent.setup();
  const calls = open((query) => {
    if (query.get("state") === "failed") return { body: [] };
    if (query.get("to")) return { body: [message({ id: 3, to: "ida@example.net" })] };
    if (query.get("cursor")) return { body: [message({ id: 1, to: "old@example.net" })] };
    return { body: [message({ id: 2 })], headers: { Link: `<${PATH}?cursor=abc>; rel="next"` } };
  });
  await rowOf("rea@example.net");
  await user.click((await section()).getByRole("button", { name: "Load more" }));
  await rowOf("old@example.net");
  const search = (await section()).getByRole("searchbox", { name: "Search by address" });
  await user.type(search, "ida");
  expect(await screen.findByText("Type the whole address, such as ada@example.com.")).toBeTruthy();
  await user.type(search, "@example.net");
  await rowOf("ida@example.net");
  expect(calls.flatMap(({ query }) => query.get("to") ?? [])).toEqual(["ida@example.net"]);
  await user.selectOptions((await section()).getByLabelText("State"), "Failed");
  expect(await screen.findByText("No emails match")).toBeTruthy();
  await user.click(screen.getByRole("button", { name: "Show all emails" }));
  await rowOf("rea@example.net");
  expect(screen.queryByText("ida@example.net")).toBeNull();
});

test.each([
  ["It arrived", "sent", "Marked as sent"],
  ["Send it again", "resend", "Sending again"],
  ["Leave it", "failed", "Left as it is"],
])("of what is in doubt a person decides: %s", async (name, as, done) => {
  const user = userEvent.setup();
  let state: Message["state"] = "in_doubt";
  let answer: Answer = { status: 409, body: { detail: "This message is not in doubt." } };
  const calls = open(() => ({ body: [message({ state })] }), { [`POST ${PATH}/1/resolve`]: () => answer });
  const button = `${name}: rea@example.net`;
  await rowOf("rea@example.net");
  await user.click(screen.getByRole("button", { name: button }));
  expect(await screen.findByText("This message is not in doubt.")).toBeTruthy();
  await waitFor(() => expect(screen.getByRole<HTMLButtonElement>("button", { name: button }).disabled).toBe(false));
  state = "sent";
  answer = { body: message({ state }) };
  await user.click(screen.getByRole("button", { name: button }));
  expect(await screen.findByText(done)).toBeTruthy();
  await waitFor(() => expect(screen.queryByRole("button", { name: button })).toBeNull());
  expect(calls.filter(({ method, path }) => method === "POST" && path.startsWith(PATH)).at(-1)?.body).toEqual({ as });
});

test("watched while something is under way, and no longer", async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ["setTimeout", "clearTimeout"] });
  let state: Message["state"] = "sending";
  const calls = open(() => ({ body: [message({ state })] }));
  const row = within(await rowOf("rea@example.net"));
  state = "sent";
  await passUntil(() => row.queryByText("Sent") !== null);
  await passUntilStill(() => calls.filter(({ path }) => path === PATH).length, 60_000);
});

test("what can't be read is said, with another try", async () => {
  vi.spyOn(console, "error").mockImplementation(() => undefined);
  let answer: Answer = { status: 500, body: { detail: "The database is away." } };
  open(() => answer);
  const error = await (await section()).findByRole("alert");
  expect(error.textContent).toContain("The database is away.");
  answer = { body: [message()] };
  fireEvent.click(within(error).getByRole("button", { name: "Try Again" }));
  await rowOf("rea@example.net");
});
