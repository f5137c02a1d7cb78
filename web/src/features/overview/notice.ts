import { dismissNotice, type Notice, useNotices } from "@/api/notices";
import { messageOf } from "@/api/problem";
import { readSubject } from "@/email/as-read";
import { warn } from "@/lib/notify";
import { say } from "./words";

const tones = {
  domain_broken: "red",
  campaign_paused: "red",
  sending_stuck: "red",
  campaign_missed: "red",
  campaign_late: "yellow",
  webhook_disabled: "red",
  storage_failed: "yellow",
  domain_verified: "blue",
} as const;

export const toneOf = ({ kind }: Notice) => tones[kind] ?? "blue";

interface Way {
  to: string;
  label: string;
}

/** Where the author can do something about it: the notice's own page, or the one that its kind is about. */
export function wayOf({ kind, href }: Notice): Way | null {
  switch (kind) {
    case "sending_stuck":
      return { to: href ?? "/campaigns", label: say.seeCampaigns };
    case "storage_failed":
      return { to: href ?? "/support", label: say.checkHealth };
    default:
      return href ? { to: href, label: say.look } : null;
  }
}

/** Subjects in it as subscribers read them. */
const asRead = (notice: Notice): Notice => ({
  ...notice,
  title: readSubject({ subject: notice.title }),
  detail: notice.detail && readSubject({ subject: notice.detail }),
});

/** The notices, gone at once when they are dismissed, and back with the reason where that failed. */
export function useDismissible() {
  const { data: notices, error, mutate } = useNotices();
  const dismiss = async (gone: Notice[]) => {
    const without = (list: Notice[] | undefined) => list?.filter((one) => !gone.some(({ id }) => id === one.id));
    try {
      await mutate(
        async (now) => {
          await Promise.all(gone.map(({ id }) => dismissNotice(id)));
          return without(now);
        },
        { optimisticData: (now) => without(now) ?? [], revalidate: gone.length > 1 },
      );
    } catch (failure) {
      warn(messageOf(failure, say.theNoticeCouldNotBe));
      await mutate();
    }
  };
  return { notices: notices?.map(asRead), error, retry: () => void mutate(), dismiss };
}
