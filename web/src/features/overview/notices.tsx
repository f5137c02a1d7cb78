import { X } from "lucide-react";
import { Link } from "react-router";
import { dismissNotice, type Notice, useNotices } from "@/api/notices";
import { messageOf } from "@/api/problem";
import { warn } from "@/lib/notify";
import { Button } from "@/ui/button";
import { Banner } from "@/ui/surface";
import { Time } from "@/ui/time";

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

interface Way {
  to: string;
  label: string;
}

/** Where the author can do something about it: the notice's own page, or the one that its kind is about. */
function wayOf({ kind, href }: Notice): Way | null {
  switch (kind) {
    case "sending_stuck":
      return { to: href ?? "/campaigns", label: "See campaigns" };
    case "storage_failed":
      return { to: href ?? "/support", label: "Check health" };
    default:
      return href ? { to: href, label: "Look" } : null;
  }
}

function NoticeBanner({ notice, onDismiss }: { notice: Notice; onDismiss: () => void }) {
  const way = wayOf(notice);
  return (
    <Banner
      tone={tones[notice.kind] ?? "blue"}
      action={
        <span className="flex items-center gap-1">
          {way ? (
            <Button asChild size="small">
              <Link to={way.to}>{way.label}</Link>
            </Button>
          ) : null}
          <Button look="quiet" size="small-icon" aria-label={`Dismiss: ${notice.title}`} onClick={onDismiss}>
            <X />
          </Button>
        </span>
      }
    >
      <p className="font-medium">
        {notice.title} <Time at={notice.created_at} className="font-normal text-12" />
      </p>
      {notice.detail ? <p className="mt-0.5">{notice.detail}</p> : null}
    </Banner>
  );
}

/** What happened by itself and wants to be known, until it is dismissed. */
export function Notices() {
  const { data, mutate } = useNotices();
  if (!data || data.length === 0) return null;
  const dismiss = async (notice: Notice) => {
    const rest = data.filter((other) => other.id !== notice.id);
    try {
      await mutate(
        async () => {
          await dismissNotice(notice.id);
          return rest;
        },
        { optimisticData: rest, revalidate: false },
      );
    } catch (error) {
      warn(messageOf(error, "The notice could not be dismissed."));
    }
  };
  return (
    <section aria-label="Notices" className="mt-6 grid gap-2">
      {data.map((notice) => (
        <NoticeBanner key={notice.id} notice={notice} onDismiss={() => void dismiss(notice)} />
      ))}
    </section>
  );
}
