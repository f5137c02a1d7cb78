import { render, screen } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { GrowingList } from "./growing-list";

const pages = (isLoading: boolean) => ({
  data: [{ rows: ["one"], next: null }],
  error: undefined,
  isLoading,
  isValidating: isLoading,
  size: 1,
  setSize: vi.fn(),
  mutate: vi.fn(),
});

test("rows of another filter are told to be old until their own are here", () => {
  const list = (isLoading: boolean) => (
    <GrowingList pages={pages(isLoading)} loading="Loading rows" empty="None">
      {(row: string) => <li key={row}>{row}</li>}
    </GrowingList>
  );
  const { rerender } = render(list(true));
  const busy = () => screen.getByRole("list", { busy: true });
  expect(busy().textContent).toBe("one");
  rerender(list(false));
  expect(busy).toThrow();
});
