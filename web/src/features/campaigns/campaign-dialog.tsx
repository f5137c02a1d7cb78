import type { Campaign } from "@/api/campaigns";
import { lazyCode } from "@/lib/code";
import type { Dialog } from "./row-actions";
import type { Place } from "./send/fix-button";

const PreviewDialog = lazyCode(() => import("./preview-dialog").then((file) => ({ default: file.PreviewDialog })));
const ScheduleDialog = lazyCode(() =>
  import("./schedule/schedule-dialog").then((file) => ({ default: file.ScheduleDialog })),
);
const SendDialog = lazyCode(() => import("./send/send-dialog").then((file) => ({ default: file.SendDialog })));
const TestDialog = lazyCode(() => import("./test-dialog").then((file) => ({ default: file.TestDialog })));

interface Props {
  dialog: Dialog;
  campaign: Campaign;
  onClose: () => void;
  /** To another place where this campaign is worked on. */
  onGo: (place: Place) => void;
}

/** What is done with a campaign besides writing it. */
export function CampaignDialog({ dialog, campaign, onClose, onGo }: Props) {
  if (dialog === "preview") return <PreviewDialog campaign={campaign} onClose={onClose} />;
  if (dialog === "schedule") return <ScheduleDialog campaign={campaign} onClose={onClose} />;
  if (dialog === "send") return <SendDialog campaign={campaign} onClose={onClose} onGo={onGo} />;
  return <TestDialog campaign={campaign} onClose={onClose} />;
}
