import { fireEvent, render, screen } from "@testing-library/react";
import { expect, onTestFinished, test, vi } from "vitest";
import { inner, pages, prefetchOnHint } from "./pages";

test("a page's code is fetched as soon as a link to it is pointed at or focused", () => {
  const support = vi.spyOn(pages["/support"], "expect");
  const report = vi.spyOn(inner.report, "expect");
  onTestFinished(prefetchOnHint());
  render(
    <>
      <a href="/support#contact">
        <b>Support</b>
      </a>
      <a href="/campaigns/1/2/report?page=2">Report</a>
      <a href="https://elsewhere.example/support">Elsewhere</a>
      <p>nothing</p>
    </>,
  );
  fireEvent.pointerOver(screen.getByText("Elsewhere"));
  fireEvent.pointerOver(screen.getByText("nothing"));
  expect(support).not.toHaveBeenCalled();
  fireEvent.pointerOver(screen.getByText("Support"));
  expect(support).toHaveBeenCalledTimes(1);
  fireEvent.focusIn(screen.getByText("Report"));
  expect(report).toHaveBeenCalledTimes(1);
});
