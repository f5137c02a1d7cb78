import { onTestFinished } from "vitest";

/** Gives `to` what jsdom lacks until the test ends: the next file's tests have the same page. */
export function lend<T extends object>(to: T, what: Partial<T>) {
  for (const [name, value] of Object.entries(what)) {
    const before = Object.getOwnPropertyDescriptor(to, name);
    Object.defineProperty(to, name, { configurable: true, writable: true, value });
    onTestFinished(() => {
      if (before) Object.defineProperty(to, name, before);
      else Reflect.deleteProperty(to, name);
    });
  }
}
