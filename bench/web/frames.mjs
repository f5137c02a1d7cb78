// Frame times of the editor with 200 blocks in Chromium at a quarter of the processor's speed, read from the frames
// that the DevTools protocol traces. Prints one JSON row of the table a line.
import { author, block, manyBlocks, median, quantile, row, withBrowser } from "./server.mjs";

const rounds = Number(process.argv[2] ?? 3);
const blocks = 200;
const slowdown = 4;

/** Milliseconds between the frames drawn while `act` runs; a loop asks for a frame at each turn of the display. */
async function frames(page, session, act) {
  const events = [];
  const collect = ({ value }) => events.push(...value);
  session.on("Tracing.dataCollected", collect);
  await page.evaluate(() => {
    // A pixel that changes, for frames without a change are not drawn.
    const dot = document.createElement("div");
    dot.style.cssText = "position:fixed;left:0;bottom:0;width:2px;height:2px;background:#888;pointer-events:none";
    document.body.append(dot);
    const turn = () => {
      dot.style.opacity = dot.style.opacity === "0.5" ? "0.6" : "0.5";
      window.benchLoop = requestAnimationFrame(turn);
    };
    turn();
    window.benchStop = () => {
      cancelAnimationFrame(window.benchLoop);
      dot.remove();
    };
  });
  await session.send("Tracing.start", {
    transferMode: "ReportEvents",
    traceConfig: {
      includedCategories: [
        "devtools.timeline.frame",
        "disabled-by-default-devtools.timeline.frame",
        "disabled-by-default-devtools.timeline",
      ],
    },
  });
  await act();
  const done = new Promise((resolve) => session.once("Tracing.tracingComplete", resolve));
  await session.send("Tracing.end");
  await done;
  session.off("Tracing.dataCollected", collect);
  await page.evaluate(() => window.benchStop());
  const drawn = new Map();
  for (const { name, ts, pid } of events) {
    if (name === "DrawFrame") drawn.set(pid, [...(drawn.get(pid) ?? []), ts]);
  }
  // The page's own process draws the most.
  const times = [...drawn.values()].toSorted((a, b) => b.length - a.length)[0]?.toSorted((a, b) => a - b) ?? [];
  return times.slice(1).map((time, at) => (time - times[at]) / 1000);
}

const centre = async (locator) => {
  const { x, y, width, height } = await locator.boundingBox();
  return [x + width / 2, y + height / 2];
};

/** What is measured, and what is done before. */
const acts = {
  "nothing but the loop": { act: async (page) => await page.waitForTimeout(2000) },
  typing: {
    before: async (page) => {
      await block(page, "b1").dblclick();
      await page.locator(".ProseMirror").waitFor();
      await page.keyboard.press("End");
      await page.waitForTimeout(1000);
    },
    act: async (page) => {
      for (const letter of "the quick brown fox jumps over the lazy dog ".repeat(2)) {
        await page.keyboard.press(letter === " " ? "Space" : letter);
        await page.waitForTimeout(50);
      }
    },
  },
  selecting: {
    before: async (page) => await page.keyboard.press("Escape"),
    act: async (page) => {
      for (let at = 0; at < 40; at++) {
        await page.keyboard.press("ArrowDown");
        await page.waitForTimeout(50);
      }
      if ((await page.locator('[role="treeitem"][aria-selected="true"]').count()) !== 1)
        throw new Error("the selection did not move with the arrows");
    },
  },
  dragging: {
    before: async (page) => {
      await block(page, "b2").scrollIntoViewIfNeeded();
      await block(page, "b2").click();
    },
    act: async (page) => {
      const [x, y] = await centre(page.getByRole("button", { name: /^Drag/ }).first());
      await page.mouse.move(x, y);
      await page.mouse.down();
      for (let step = 1; step <= 150; step++) {
        await page.mouse.move(x + (step % 2), y + (step < 90 ? step : 180 - step) * 5);
        await page.waitForTimeout(10);
      }
      await page.mouse.up();
      if ((await block(page, "b2").getAttribute("aria-posinset")) === "3") throw new Error("the block was not dragged");
    },
  },
};

await withBrowser("editor", async (browser, url) => {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  const call = await author(page, url);
  const session = await page.context().newCDPSession(page);
  const results = Object.fromEntries(Object.keys(acts).map((name) => [name, []]));
  for (let round = 0; round < rounds; round++) {
    // A new one: of the last, what was not saved would be offered.
    const { id } = await call("/api/templates", { name: "Bench", subject: "Bench", blocks: manyBlocks(blocks) });
    await page.goto(`${url}/templates/${id}/edit`);
    await block(page, "b1").waitFor();
    // The loop alone, typing, selecting and dragging take turns, each on a page that was loaded anew.
    await session.send("Emulation.setCPUThrottlingRate", { rate: slowdown });
    for (const [name, { before, act }] of Object.entries(acts)) {
      await before?.(page);
      results[name].push(quantile(await frames(page, session, () => act(page)), 0.95));
    }
    await session.send("Emulation.setCPUThrottlingRate", { rate: 1 });
    page.once("dialog", (dialog) => dialog.accept());
  }
  const idle = median(results["nothing but the loop"]);
  for (const [name, values] of Object.entries(results)) {
    if (name === "nothing but the loop") continue;
    const p95 = median(values);
    row(
      `frame time of the editor, ${blocks} blocks, ${name}`,
      `p95 ${p95.toFixed(1)} ms`,
      `an idle page p95 ${idle.toFixed(1)} ms`,
      `${(p95 / idle).toFixed(1)} ×`,
      "p95 ≤ 33 ms",
    );
  }
});
