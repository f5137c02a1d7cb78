import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { Toaster } from "sonner";
import { expect, test, vi } from "vitest";
import { lend } from "@/testing/lend";
import { CopyButton } from "./copy-button";

/** A browser over plain http, where pages have no clipboard, with or without the old way. */
function plainHttp(old?: { works: boolean; supported?: boolean }) {
  vi.stubGlobal("navigator", { userAgent: "test" });
  const supported = old?.supported;
  lend(document, {
    execCommand: old && vi.fn(() => old.works),
    queryCommandSupported: supported === undefined ? undefined : () => supported,
  });
}

const button = () => screen.queryByRole("button", { name: "Copy the key" });

test("it copies what it is given then, and shows that it did", async () => {
  const user = userEvent.setup();
  let text = "first";
  render(<CopyButton text={() => text} what="the key" />);
  text = "second";
  const icon = button()?.innerHTML;
  await user.click(button() as HTMLElement);
  expect(await navigator.clipboard.readText()).toBe("second");
  await waitFor(() => expect(button()?.innerHTML).not.toBe(icon));
});

test.each([[undefined], [{ works: false, supported: false }]])("it is not there where nothing copies (%j)", (old) => {
  plainHttp(old);
  render(<CopyButton text="secret" what="the key" />);
  expect(button()).toBeNull();
});

test("without a clipboard the old way does it", () => {
  plainHttp({ works: true, supported: true });
  render(<CopyButton text="secret" what="the key" />);
  button()?.click();
  expect(document.execCommand).toHaveBeenCalledWith("copy");
});

test("what was not copied is not shown as copied", async () => {
  plainHttp({ works: false });
  render(
    <>
      <CopyButton text="secret" what="the key" />
      <Toaster />
    </>,
  );
  const icon = button()?.innerHTML;
  button()?.click();
  await screen.findByText(/Copying failed/);
  expect(button()?.innerHTML).toBe(icon);
});
