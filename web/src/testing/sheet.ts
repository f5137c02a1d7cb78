import { fireEvent } from "@testing-library/react";

/** What is written on a sheet; jsdom loads no frames, so this one is told that it has. */
export function written(frame: HTMLElement): string {
  fireEvent.load(frame);
  return (frame as HTMLIFrameElement).contentDocument?.documentElement.outerHTML ?? "";
}
