import { expect, test } from "vitest";
import { edgeSpeed, wheelPixels } from "./edge-scroll";

const view = { left: 100, right: 700, top: 50, bottom: 650 };
const middle = { x: 300, y: 300 };

test("near an edge it runs that way, the nearer the faster, and no faster beyond", () => {
  const at = (y: number) => edgeSpeed(view, { x: 300, y }, middle);
  expect(at(300)).toBe(0);
  expect(at(590)).toBeGreaterThan(0);
  expect(at(640)).toBeGreaterThan(at(590));
  expect(at(900)).toBe(at(650));
  expect(at(60)).toBe(-at(640));
});

test("beside the canvas, and away from the edge it was lifted at, nothing runs", () => {
  expect(edgeSpeed(view, { x: 40, y: 640 }, middle)).toBe(0);
  expect(edgeSpeed(view, { x: 300, y: 620 }, { x: 300, y: 640 })).toBe(0);
  expect(edgeSpeed(view, { x: 300, y: 645 }, { x: 300, y: 640 })).toBeGreaterThan(0);
});

test("a wheel counts px, lines or pages", () => {
  const turn = (deltaMode: number) => wheelPixels(new WheelEvent("wheel", { deltaY: 2, deltaMode }), 500);
  expect([0, 1, 2].map(turn)).toEqual([2, 32, 1000]);
});
