import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, test, vi } from "vitest";
import type { Campaign } from "@/api/campaigns";
import { signOut } from "@/api/session";
import { expectAccessible } from "@/testing/axe";
import { campaign, fakeServer, newsletter } from "@/testing/fake-server";
import { renderApp } from "@/testing/render-app";

afterEach(() => signOut());

const CAMPAIGN = "/api/newsletters/1/campaigns/9";
const SLOW = { timeout: 120_000 };

async function open(over: Partial<Campaign> = {}) {
  let now = campaign(over);
  const calls = fakeServer({
    "GET /api/newsletters": () => ({ body: [newsletter()] }),
    "GET /api/subscribers": () => ({
      body: [{ id: 1, attributes: { city: "Ghent" } }],
      headers: { "X-Total-Count": "1" },
    }),
    [`GET ${CAMPAIGN}`]: () => ({ body: now }),
    [`GET ${CAMPAIGN}/checks`]: () => ({ body: { checks: [] } }),
    [`GET ${CAMPAIGN}/preview`]: () => ({
      body: { subject: `Seen: ${now.subject}`, html: "<p>Hello</p>", text: "Hello", headers: [], size_bytes: 10 },
    }),
    [`PUT ${CAMPAIGN}`]: ({ body }) => {
      now = { ...now, ...(body as Partial<Campaign>), revision: now.revision + 1 };
      return { body: now };
    },
  });
  renderApp("/campaigns/1/9/edit");
  await screen.findByLabelText("Subject Line", {}, SLOW);
  return calls;
}

/** A screen as wide as a desk's. */
const onDesk = () =>
  vi
    .spyOn(window, "matchMedia")
    .mockImplementation(
      (query) => Object.assign(new EventTarget(), { matches: /min-width/.test(query), media: query }) as never,
    );

const saveNow = () => fireEvent.keyDown(window, { key: "s", ctrlKey: true });

test("a merge tag is chosen, with what stands in for it, and put in at the caret", async () => {
  await open();
  const subject = screen.getByLabelText<HTMLInputElement>("Subject Line");
  fireEvent.change(subject, { target: { value: "Dear , hello" } });
  subject.setSelectionRange(5, 5);
  await userEvent.click(screen.getAllByRole("button", { name: "Insert a merge tag" })[0] as HTMLElement);
  const choice = within(await screen.findByRole("dialog", { name: "Merge tag" }, SLOW));
  await userEvent.click(await choice.findByRole("option", { name: /First name/ }));
  await expectAccessible(document.body);
  await userEvent.type(choice.getByLabelText("First name, fallback"), "friend");
  await userEvent.click(choice.getByRole("button", { name: "Insert" }));
  expect(subject.value).toBe('Dear {{ subscriber.first_name | default("friend") }}, hello');
  // As its readers see it.
  expect(screen.getByText("18 characters: fits on phones and desktops.")).toBeTruthy();
});

test("the attributes of subscribers are offered, also for the HTML", async () => {
  await open({ html_content: "<p></p>" });
  const html = await screen.findByLabelText("HTML Content", {}, SLOW);
  await userEvent.click(screen.getAllByRole("button", { name: "Insert a merge tag" })[2] as HTMLElement);
  const choice = within(await screen.findByRole("dialog", { name: "Merge tag" }, SLOW));
  await userEvent.click(await choice.findByRole("option", { name: /City/ }));
  await userEvent.click(choice.getByRole("button", { name: "Insert" }));
  await waitFor(() => expect(html.textContent).toBe("{{ subscriber.attributes.city }}<p></p>"));
});

test("on a desk the preview stands beside the text and follows what is saved", async () => {
  onDesk();
  const calls = await open();
  await userEvent.click(screen.getByRole("button", { name: "Preview" }));
  const pane = within(await screen.findByRole("region", { name: "Preview" }, SLOW));
  expect(await pane.findByText("Seen: Against the feed")).toBeTruthy();
  fireEvent.change(screen.getByLabelText("Subject Line"), { target: { value: "Better" } });
  saveNow();
  expect(await pane.findByText("Seen: Better")).toBeTruthy();
  expect(calls.filter(({ path }) => path.endsWith("/preview"))).toHaveLength(2);
  await userEvent.click(screen.getByRole("button", { name: "Preview" }));
  expect(screen.queryByRole("region", { name: "Preview" })).toBeNull();
});

test("where there is no room it is a sheet, of what is written now", async () => {
  const calls = await open();
  fireEvent.change(screen.getByLabelText("Subject Line"), { target: { value: "Better" } });
  expect(screen.queryByRole("button", { name: "Preview" })).toBeNull();
  await userEvent.click(screen.getByRole("button", { name: "More" }));
  await userEvent.click(screen.getByRole("menuitem", { name: "Preview" }));
  const sheet = within(await screen.findByRole("dialog", { name: "Preview" }, SLOW));
  expect(await sheet.findByText("Seen: Better")).toBeTruthy();
  expect(calls.filter(({ method }) => method === "PUT")).toHaveLength(1);
});
