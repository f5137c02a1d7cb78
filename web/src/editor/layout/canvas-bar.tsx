import { Monitor, Plus, Smartphone } from "lucide-react";
import { Button } from "@/ui/button";
import { Segmented } from "@/ui/segmented";
import { ByteMeter } from "../parts";
import { type UiState, useUi, useUiState } from "../ui";
import { say } from "../words";

const deviceOf = (state: UiState) => state.device;

/** Above the canvas: how wide it is shown, how large the mail is, and adding without the palette. */
export function CanvasBar() {
  const ui = useUi();
  const device = useUiState(deviceOf);
  return (
    <div className="flex shrink-0 items-center justify-between gap-2 border-line border-b bg-page px-3 py-1.5">
      <Segmented
        label={say.canvasWidth}
        value={device}
        onChange={(next) => ui.set({ device: next })}
        options={[
          { value: "desktop", label: say.desktop, icon: <Monitor aria-hidden="true" /> },
          { value: "phone", label: say.phone, icon: <Smartphone aria-hidden="true" /> },
        ]}
      />
      <div className="ml-auto max-sm:hidden">
        <ByteMeter />
      </div>
      <Button
        look="quiet"
        size="small"
        title={say.insert2}
        onClick={() => ui.set({ overlay: { name: "insert", at: null } })}
      >
        <Plus />
        {say.insert}
      </Button>
    </div>
  );
}
