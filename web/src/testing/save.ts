import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect } from "vitest";

/** Saves in the template editor. What came of the last save is told a moment before the next one may begin. */
export async function save() {
  const button = screen.getByRole<HTMLButtonElement>("button", { name: "Save" });
  await waitFor(() => expect(button.disabled).toBe(false));
  await userEvent.click(button);
}
