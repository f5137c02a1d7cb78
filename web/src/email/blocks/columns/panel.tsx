import { Group, NumberControl, SideBySide } from "@/editor/controls/fields";
import { useEdit } from "@/editor/properties/edit";
import type { Panel } from "@/editor/properties/panel";
import { Button } from "@/ui/button";
import { Checkbox, Field } from "@/ui/field";
import { say } from "../../words";
import { margin } from "./render";
import { type ColumnsBlock, columnCountPatch } from "./schema";
import { evenWidths, MIN_WIDTH, shiftWidths, widthsOf } from "./widths";

function Fields({ block }: { block: ColumnsBlock }) {
  const { set, error } = useEdit();
  return (
    <Group title={say.layout}>
      <SideBySide
        label={say.numberOfColumns}
        value={`${block.columns.length}`}
        options={["1", "2", "3", "4"].map((value) => ({ value, label: value }))}
        onChange={(count) => set(columnCountPatch(block, Number(count)), "columns")}
        error={error("columns")}
      />
      {block.columns.length > 1 ? <Widths block={block} /> : null}
      <NumberControl
        label={say.gap}
        value={block.gap ?? 16}
        min={0}
        max={100}
        fallback={16}
        onChange={(gap) => set({ gap: gap === 16 ? undefined : gap }, "gap")}
        error={error("gap")}
      />
      <Checkbox
        label={say.belowOneAnotherOnPhones}
        checked={block.stack !== false}
        onChange={(event) => set({ stack: event.target.checked ? undefined : false }, "stack")}
      />
      <SideBySide
        label={say.verticalAlignment}
        value={block.verticalAlign ?? "top"}
        options={[
          { value: "top", label: say.top },
          { value: "middle", label: say.middle },
          { value: "bottom", label: say.bottom },
        ]}
        onChange={(verticalAlign) => set({ verticalAlign }, "verticalAlign")}
        error={error("verticalAlign")}
      />
    </Group>
  );
}

/** What one column gains its neighbours lose: the whole stays 100. */
function Widths({ block }: { block: ColumnsBlock }) {
  const { set, error } = useEdit();
  const widths = widthsOf(block);
  const even = evenWidths(widths.length).join() === widths.join();
  const most = 100 - MIN_WIDTH * (widths.length - 1);
  return (
    <fieldset className="grid gap-3">
      <legend className="sr-only">{say.columnWidths}</legend>
      {widths.map((width, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a column is its number
        <Field key={at} label={say.widthOfColumnAt(at + 1)} error={at === 0 ? error("widths") : undefined}>
          {(field) => (
            <div className="flex items-center gap-3">
              <input
                {...field}
                type="range"
                min={MIN_WIDTH}
                max={most}
                value={width}
                aria-valuetext={`${width} percent`}
                onChange={(event) =>
                  set({ widths: shiftWidths(widths, at, Number(event.target.value)) }, `widths ${at}`)
                }
                className="min-w-0 flex-1 accent-accent"
              />
              <output htmlFor={field.id} className="figures w-10 text-right text-13 text-muted">
                {width}%
              </output>
            </div>
          )}
        </Field>
      ))}
      <div>
        <Button size="small" disabled={even} onClick={() => set({ widths: undefined }, "widths")}>
          {say.equalWidths}
        </Button>
      </div>
    </fieldset>
  );
}

export default {
  Fields,
  look: { traits: ["background", "margin", "padding", "frame"], margin },
} satisfies Panel<ColumnsBlock>;
