import { act, renderHook } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { REST_MS, useOnceHandsRest } from "./typing";

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

const press = (key: string, held: KeyboardEventInit = {}) =>
  dispatchEvent(new KeyboardEvent("keydown", { key, ...held }));
const pass = (ms: number) => act(() => vi.advanceTimersByTime(ms));

test("what waits for hands to rest waits for the last key, and stays when the next one comes", () => {
  press("a");
  const { result } = renderHook(useOnceHandsRest);
  pass(REST_MS - 1);
  press("b");
  pass(REST_MS - 1);
  expect(result.current).toBe(false);
  pass(1);
  expect(result.current).toBe(true);
  press("c");
  pass(REST_MS);
  expect(result.current).toBe(true);
});

test("hands at rest, or on a shortcut, are not waited for", () => {
  press("a");
  pass(REST_MS);
  press("s", { ctrlKey: true });
  press("s", { metaKey: true });
  press("s", { altKey: true });
  expect(renderHook(useOnceHandsRest).result.current).toBe(true);
});
