import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";
import { findInGuide } from "@/guide/find";
import { outlineOf, sections } from "@/guide/outline";
import { errorPages, groups, imageTarget, linkTarget, pageOf, pages } from "@/guide/pages";
import { expectAccessible } from "@/testing/axe";
import { fakeServer } from "@/testing/fake-server";
import { renderApp } from "@/testing/render-app";

/** Link and picture targets of a page's source, code left out. */
const targetsOf = (source: string) =>
  [...source.replace(/```[\s\S]*?```|`[^`]*`/g, "").matchAll(/(!?)\[[^\]]*\]\(([^)\s]+)\)/g)].map(
    ([, picture, target = ""]) => ({ picture: picture === "!", target }),
  );

test("every link inside the guide leads to a page and a heading that exist, every picture is there", async () => {
  const lost: string[] = [];
  for (const page of [...pages, ...errorPages]) {
    const outside = page.slug.includes("/") ? "../../" : "../";
    for (const { picture, target } of targetsOf(await page.load())) {
      if (picture) {
        if (!imageTarget(target)?.width) lost.push(`${page.slug}: ${target}`);
        continue;
      }
      if (/^(https?:|mailto:)/.test(target) || target.startsWith(outside)) continue;
      const [, slug = "", anchor] =
        /^\/documentation\/([^#]+)(?:#(.*))?$/.exec(linkTarget(page.slug, target) ?? "") ?? [];
      const there = pageOf(slug);
      const known = anchor === undefined || there?.headings.some(({ id }) => id === anchor);
      if (!there || !known) lost.push(`${page.slug}: ${target}`);
    }
  }
  expect(lost).toEqual([]);
});

test("pages stand in groups, in the order in which people need them", () => {
  expect(groups.map((group) => group.title).slice(0, 3)).toEqual(["Start", "Write", "Deliver"]);
  expect(pages[0]?.slug).toBe("getting-started");
  for (const page of pages) expect(page.title, page.slug).not.toBe("");
});

test("an outline has the title, first words and headings with their anchors", () => {
  const source =
    "# Title\n\nShort. Then a sentence which says something.\n\nMore.\n\n## One *thing*\n\ntext\n\n### Deep\n\n## One thing\n";
  expect(outlineOf(source)).toEqual({
    title: "Title",
    lead: "Short. Then a sentence which says something.",
    headings: [
      { id: "one-thing", text: "One thing", depth: 2 },
      { id: "deep", text: "Deep", depth: 3 },
      { id: "one-thing-1", text: "One thing", depth: 2 },
    ],
  });
  expect(sections(source)[1]).toEqual({ id: "one-thing", text: "One thing", depth: 2, body: "text" });
});

test("a page that begins with code and a list has words too", () => {
  const source =
    "# Title\n\n    CODE=1\n\n1. **A key** that may do everything:\n\n        { more: code }\n\n2. More.\n";
  expect(outlineOf(source).lead).toBe("A key that may do everything.");
});

test("a card's words have no link that leads nowhere from there", () => {
  const source = "# Title\n\nThere are three figures ([how they are told apart](tracking.md)). More [of them](a.md).\n";
  expect(outlineOf(source).lead).toBe("There are three figures. More of them.");
});

test("the search finds sections by all of their words, titles first", async () => {
  const hits = await findInGuide("sending domains");
  expect(hits[0]).toMatchObject({ href: "/documentation/domains", heading: "Sending domains" });
  const [warm] = await findInGuide("warm-up limits");
  expect(warm?.href).toBe("/documentation/domains#limits-and-health");
  expect(warm?.excerpt.filter((part) => part.mark).map((part) => part.text.toLowerCase())).toContain("warm-up");
  expect(await findInGuide("xyzzy domains")).toEqual([]);
  expect(await findInGuide("(*[")).toEqual([]);
});

test("a page is read at its address, with its neighbours and its outline", async () => {
  fakeServer({});
  renderApp("/documentation/domains");
  expect(await screen.findByRole("heading", { level: 1, name: "Sending domains" })).toBeTruthy();
  await screen.findAllByRole("table");
  expect(document.title).toBe("Sending domains · Letterpress");
  const steps = screen.getByRole("navigation", { name: "Previous and next page of the guide" });
  expect(
    within(steps)
      .getAllByRole("link")
      .map((link) => link.getAttribute("rel")),
  ).toEqual(["prev", "next"]);
  const lists = screen.getAllByRole("navigation", { name: "Guide" });
  expect(lists.flatMap((list) => within(list).queryAllByRole("link", { current: "page" })).at(0)?.textContent).toBe(
    "Sending domains",
  );
  const tracked = screen.getByRole("link", { name: "tracked links" });
  expect(tracked.getAttribute("href")).toBe("/documentation/tracking");
  await userEvent.click(tracked);
  expect(await screen.findByRole("heading", { level: 1, name: "Tracking" })).toBeTruthy();
});

test("a page about an error stands below the list's own, and leads back", async () => {
  fakeServer({});
  renderApp("/documentation/errors/subscriber_exists");
  expect(await screen.findByRole("heading", { level: 1, name: "subscriber_exists" })).toBeTruthy();
  expect(await screen.findByText(/"code": "subscriber_exists"/)).toBeTruthy();
  expect(screen.queryByRole("navigation", { name: "Previous and next page of the guide" })).toBeNull();
  const [list] = screen.getAllByRole("navigation", { name: "Guide" });
  expect(list && within(list).getByRole("link", { current: true }).textContent).toBe("Errors");
  await expectAccessible(screen.getByRole("main"));
  await userEvent.click(
    within(screen.getByRole("navigation", { name: "Breadcrumb" })).getByRole("link", { name: "Errors" }),
  );
  await userEvent.click(await screen.findByRole("link", { name: "sign_in_again" }));
  expect(await screen.findByRole("heading", { level: 1, name: "sign_in_again" })).toBeTruthy();
});

test("a code is found by its name, and by the words of its page", async () => {
  const [named] = await findInGuide("subscriber_exists");
  expect(named).toMatchObject({
    href: "/documentation/errors/subscriber_exists",
    heading: "subscriber_exists",
    page: "Errors",
  });
  const [said] = await findInGuide("already has a subscriber with this email");
  expect(said?.href).toBe("/documentation/errors/subscriber_exists");
});

test("a page that is not there says so and leads on", async () => {
  fakeServer({});
  renderApp("/documentation/nothing-here");
  expect(await screen.findByText("No such page in the guide")).toBeTruthy();
  await userEvent.click(screen.getByRole("link", { name: "All pages" }));
  expect(await screen.findByRole("heading", { level: 1, name: "Documentation" })).toBeTruthy();
});

test("the guide is searched by keyboard, and the address keeps what was asked", async () => {
  const user = userEvent.setup();
  fakeServer({});
  renderApp("/documentation");
  await user.type(await screen.findByRole("searchbox", { name: "Search the guide" }), "warm-up");
  const place = await screen.findByRole("link", { name: /Limits and health/ });
  await waitFor(() => expect(location.search).toBe("?q=warm-up"));
  await expectAccessible(screen.getByRole("main"));
  await user.keyboard("{ArrowDown}");
  expect(document.activeElement?.textContent).toBe(place.closest("ul")?.querySelector("a")?.textContent);
  await user.clear(screen.getByRole("searchbox", { name: "Search the guide" }));
  await user.type(screen.getByRole("searchbox", { name: "Search the guide" }), "xyzzy");
  expect(await screen.findByText(/Nothing in the guide about “xyzzy”/)).toBeTruthy();
  await user.keyboard("{Escape}");
  expect(await screen.findByRole("heading", { level: 2, name: "Start" })).toBeTruthy();
});

test("the top bar's links lead to the three pages, in the drawer too", async () => {
  const user = userEvent.setup();
  fakeServer({});
  renderApp("/nowhere");
  const bar = await screen.findByRole("navigation", { name: "Help" });
  expect(
    within(bar)
      .getAllByRole("link")
      .map((link) => [link.textContent, link.getAttribute("href")]),
  ).toEqual([
    ["API", "/api-reference"],
    ["Documentation", "/documentation"],
    ["Support", "/support"],
  ]);
  await user.click(screen.getByRole("button", { name: "Open menu" }));
  const drawer = await screen.findByRole("dialog", { name: "Menu" });
  await user.click(within(drawer).getByRole("link", { name: "Documentation" }));
  expect(await screen.findByRole("heading", { level: 1, name: "Documentation" })).toBeTruthy();
  expect(screen.queryByRole("dialog")).toBeNull();
});

test("a page is read whatever its address has behind it", async () => {
  fakeServer({});
  renderApp("/documentation/domains#100%");
  expect((await screen.findAllByRole("navigation", { name: "On this page" })).length).toBe(2);
  await waitFor(() => expect(document.querySelector("[aria-current=location]")).not.toBeNull());
});
