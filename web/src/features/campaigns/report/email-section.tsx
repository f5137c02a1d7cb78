import { useState } from "react";
import { type Campaign, usePreview } from "@/api/campaigns";
import { messageOf } from "@/api/problem";
import type { AbTestReport } from "@/api/reports";
import { formatBytes } from "@/lib/format";
import { Retry } from "@/ui/retry";
import { Segmented } from "@/ui/segmented";
import { Section, Skeleton } from "@/ui/surface";
import { Envelope, MailView } from "../mail-view";
import { TabSkeleton } from "./tab-skeleton";
import { say } from "./words";

/** The parts in the places of what comes, so that nothing jumps. */
function Parts() {
  return (
    <>
      <Skeleton className="h-[84px]" />
      <Skeleton className="mt-4 h-8 w-72 max-w-full" />
      <Skeleton className="mt-3 h-[56dvh]" />
    </>
  );
}

export function EmailSkeleton() {
  return (
    <TabSkeleton text={say.loadingEmail}>
      <Parts />
    </TabSkeleton>
  );
}

function Shown({ campaign, variant }: { campaign: Campaign; variant: number | undefined }) {
  const { data, error, mutate } = usePreview(campaign, { variant });
  if (error && !data) return <Retry onRetry={() => void mutate()}>{messageOf(error)}</Retry>;
  if (!data) return <Parts />;
  return (
    <>
      <Envelope
        lines={[
          [say.from, data.from],
          ["Reply-To", data.reply_to],
          [say.subject, data.subject],
          [say.preview, data.preheader],
          [say.size, formatBytes(data.size_bytes)],
        ]}
      />
      <MailView title={data.subject} html={data.html} text={data.text} headers={data.headers} />
    </>
  );
}

/** The email itself, as one subscriber has it; of an A/B test each variant. */
export function EmailSection({ campaign, test }: { campaign: Campaign; test: AbTestReport | null }) {
  const [chosen, setChosen] = useState("0");
  const variants = test?.variants ?? [];
  return (
    <Section
      id="email"
      title={say.email}
      className="mt-8"
      description={say.asOneSubscriberSeesIt}
      actions={
        variants.length > 1 ? (
          <Segmented
            label={say.variant}
            value={chosen}
            onChange={setChosen}
            options={variants.map(({ name }, at) => ({ value: String(at), label: say.variantName(name) }))}
          />
        ) : null
      }
    >
      <Shown campaign={campaign} variant={variants.length > 1 ? Number(chosen) : undefined} />
    </Section>
  );
}
