import { X } from "lucide-react";
import { Link } from "react-router";
import type { Notice } from "@/api/notices";
import { Button } from "@/ui/button";
import { Banner } from "@/ui/surface";
import { Time } from "@/ui/time";
import { toneOf, useDismissible, wayOf } from "./notice";
import { say } from "./words";

function NoticeBanner({ notice, onDismiss }: { notice: Notice; onDismiss: () => void }) {
  const way = wayOf(notice);
  return (
    <Banner
      tone={toneOf(notice)}
      action={
        <span className="flex items-center gap-1">
          {way ? (
            <Button asChild size="small">
              <Link to={way.to}>{way.label}</Link>
            </Button>
          ) : null}
          <Button look="quiet" size="small-icon" aria-label={say.dismissTitle(notice.title)} onClick={onDismiss}>
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
  const { notices, dismiss } = useDismissible();
  if (!notices || notices.length === 0) return null;
  return (
    <section aria-label={say.notices} className="mt-6 grid gap-2">
      {notices.map((notice) => (
        <NoticeBanner key={notice.id} notice={notice} onDismiss={() => void dismiss([notice])} />
      ))}
    </section>
  );
}
