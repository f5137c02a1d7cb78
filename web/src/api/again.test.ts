import { act, renderHook } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { useAgain } from "./hooks";

afterEach(() => vi.useRealTimers());

test("asks again however often the page is drawn, until there is nothing to wait for", async () => {
  vi.useFakeTimers();
  const ask = vi.fn(async () => undefined);
  const { rerender, unmount } = renderHook(({ ms }) => useAgain(ms, () => ask()), { initialProps: { ms: 5000 } });
  for (let second = 0; second < 11; second++) {
    await act(() => vi.advanceTimersByTimeAsync(1000));
    rerender({ ms: 5000 });
  }
  expect(ask).toHaveBeenCalledTimes(2);
  rerender({ ms: 0 });
  await vi.advanceTimersByTimeAsync(60_000);
  expect(ask).toHaveBeenCalledTimes(2);
  rerender({ ms: 5000 });
  unmount();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(ask).toHaveBeenCalledTimes(2);
});

test("goes on after an answer that did not come, and rests while nobody looks", async () => {
  vi.useFakeTimers();
  const ask = vi.fn(() => Promise.reject(new Error("no answer")));
  renderHook(() => useAgain(5000, ask));
  await vi.advanceTimersByTimeAsync(10_000);
  expect(ask).toHaveBeenCalledTimes(2);
  vi.spyOn(document, "visibilityState", "get").mockReturnValue("hidden");
  await vi.advanceTimersByTimeAsync(10_000);
  expect(ask).toHaveBeenCalledTimes(2);
});
