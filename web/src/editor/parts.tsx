import type { ReactNode } from "react";
import { warn } from "@/lib/notify";
import { Loading, Skeleton } from "@/ui/surface";
import { lazyPart } from "./lazy-part";
import { say } from "./words";

/** Parts that come when they are first needed. Panels take nothing: they read the state. Dialogs are told to close. */

type Load<Props> = () => Promise<{ default: (props: Props) => ReactNode }>;

function PanelSkeleton() {
  return (
    <Loading text={say.loading}>
      <Skeleton className="h-9 w-full" />
      <Skeleton className="mt-3 h-9 w-full" />
    </Loading>
  );
}

const panel = (load: Load<object>) => lazyPart(load, { waiting: () => <PanelSkeleton /> });

interface DialogProps {
  onClose: () => void;
}

const dialog = (load: Load<DialogProps>) =>
  lazyPart(load, {
    onError: ({ onClose }) => {
      warn(say.thisPartOfTheEditorCould);
      onClose();
    },
  });

export const panelParts = {
  properties: panel(() => import("./properties/properties-panel")),
  theme: panel(() => import("./theme/theme-panel")),
  checks: panel(() => import("./checks/checks-panel")),
};

/** Asks for what the first click on a block shows. */
export const prefetchProperties = () => void panelParts.properties.prefetch();

export const overlayParts = {
  load: dialog(() => import("./dialogs/load-dialog")),
  html: dialog(() => import("./dialogs/html-dialog")),
  import: dialog(() => import("./dialogs/import-dialog")),
  clients: dialog(() => import("./dialogs/clients-dialog")),
  versions: dialog(() => import("./dialogs/versions-dialog")),
};

/** Nothing in its place while it comes, or if it does not. */
export const ByteMeter = lazyPart(() => import("./checks/byte-meter"), { onError: () => undefined });
