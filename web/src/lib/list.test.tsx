import { act, renderHook } from "@testing-library/react";
import type { ReactNode } from "react";
import { createBrowserRouter, RouterProvider } from "react-router";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { useFilter } from "./hooks";
import { useListState } from "./list";

beforeEach(() => {
  vi.useFakeTimers();
  history.replaceState(null, "", "/list?tag=old");
});
afterEach(() => vi.useRealTimers());

function open() {
  const wrapper = ({ children }: { children: ReactNode }) => (
    <RouterProvider router={createBrowserRouter([{ path: "*", element: children }])} />
  );
  return renderHook(
    () => {
      const [tag, setTag] = useFilter("tag");
      return { ...useListState(["active"], { tag }), tag, setTag };
    },
    { wrapper },
  ).result;
}

const settle = () => act(() => vi.advanceTimersByTimeAsync(300));

test("what is typed while the address still gets what was typed before stays", async () => {
  const list = open();
  act(() => list.current.setTyped("ada"));
  // Settled, and typed on before the page is drawn with it.
  await act(async () => {
    await vi.advanceTimersByTimeAsync(250);
    list.current.setTyped("");
  });
  await settle();
  expect(list.current.typed).toBe("");
  expect(location.search).toBe("?tag=old");
});

test("two filters that change before the page is drawn both count", async () => {
  const list = open();
  await act(async () => {
    list.current.setStatus("active");
    list.current.setTag("new");
  });
  expect(location.search).toBe("?tag=new&status=active");
  await act(async () => {
    list.current.setTag("");
    list.current.clear();
  });
  expect(location.search).toBe("");
});

test("a search that comes from elsewhere takes the place of what was typed", async () => {
  const list = open();
  act(() => list.current.setTyped("ada"));
  await settle();
  expect(list.current.params.q).toBe("ada");

  await act(async () => {
    history.pushState(null, "", "/list?q=bo");
    dispatchEvent(new PopStateEvent("popstate"));
  });
  await settle();
  expect(list.current.typed).toBe("bo");
  expect(location.search).toBe("?q=bo");
});
