import { render, waitFor } from "@testing-library/react";
import { MemoryRouter } from "react-router";
import { beforeEach, expect, it, vi } from "vitest";
import { useSectionScroll } from "./use-section-scroll";

const shown = vi.fn();

beforeEach(() => {
  shown.mockClear();
  vi.spyOn(Element.prototype, "scrollIntoView").mockImplementation(function (this: Element) {
    shown(this.id);
  });
});

function Page() {
  useSectionScroll();
  return null;
}

const open = (path: string) =>
  render(
    <MemoryRouter initialEntries={[path]}>
      <Page />
    </MemoryRouter>,
  );

function come(id: string) {
  const section = document.createElement("section");
  section.id = id;
  section.tabIndex = -1;
  document.body.append(section);
  return section;
}

const frames = async (count: number) => {
  for (let n = 0; n < count; n += 1) await new Promise(requestAnimationFrame);
};

it("is shown when it comes, however late, once", async () => {
  open("/documentation/domains#limits%20%26%20health");
  await frames(2);
  vi.spyOn(Date, "now").mockReturnValue(Date.now() + 3_600_000);
  come("something-else");
  await frames(2);
  expect(shown).not.toHaveBeenCalled();
  const section = come("limits & health");
  await waitFor(() => expect(shown.mock.calls).toEqual([["limits & health"]]));
  expect(document.activeElement).toBe(section);
  come("what comes behind");
  await frames(2);
  expect(shown).toHaveBeenCalledTimes(1);
});

it.each(["wheel", "touchmove", "pointerdown", "keydown"])("is not forced on who goes on by %s", async (kind) => {
  open("/documentation/domains#limits");
  await frames(2);
  document.body.dispatchEvent(new Event(kind, { bubbles: true }));
  come("limits");
  await frames(2);
  expect(shown).not.toHaveBeenCalled();
});

it("is not shown on a page that was left for another", async () => {
  open("/documentation/domains#limits").unmount();
  come("limits");
  await frames(2);
  expect(shown).not.toHaveBeenCalled();
});

it("has the name in the address where that is badly encoded", async () => {
  come("100%");
  open("/documentation/domains#100%");
  await waitFor(() => expect(shown).toHaveBeenCalledWith("100%"));
});
