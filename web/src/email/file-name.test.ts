import { expect, it } from "vitest";
import { exportFileName } from "./file-name";

it.each([
  ["My Template!", "my_template_.html"],
  ["Q3 / 2026", "q3___2026.html"],
  ["Été", "été.html"],
  ["../../etc/passwd", "______etc_passwd.html"],
  ["  ", "untitled_template.html"],
])("calls the export of %j %j", (name, file) => {
  expect(exportFileName(name)).toBe(file);
});
