import { X } from "lucide-react";
import { Link } from "react-router";
import { dismissNotice, type Notice, useNotices } from "@/api/domains";
import { messageOf } from "@/api/problem";
import { warn } from "@/lib/notify";
import { Button } from "@/ui/button";
import { Banner } from "@/ui/surface";
import { Time } from "@/ui/time";

const tones = {
  domain_broken: "red",
  campaign_paused: "red",
  campaign_missed: "red",
  campaign_late: "yellow",
  webhook_disabled: "red",
  domain_verified: "blue",
} as const;

function NoticeBanner({ notice, onDismiss }: { notice: Notice; onDismiss: () => void }) {
  return (
    <Banner
      tone={tones[notice.kind] ?? "blue"}
      action={
        <span className="flex items-center gap-1">
          {notice.href ? (
            <Button asChild size="small">
              <Link to={notice.href}>Look</Link>
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
