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
    <TabSkeleton text="Loading email...">
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
          ["From", data.from],
          ["Reply-To", data.reply_to],
          ["Subject", data.subject],
          ["Preview", data.preheader],
          ["Size", formatBytes(data.size_bytes)],
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
      title="Email"
      className="mt-8"
      description="As one subscriber sees it."
      actions={
        variants.length > 1 ? (
          <Segmented
            label="Variant"
            value={chosen}
            onChange={setChosen}
            options={variants.map(({ name }, at) => ({ value: String(at), label: `Variant ${name}` }))}
          />
        ) : null
      }
    >
      <Shown campaign={campaign} variant={variants.length > 1 ? Number(chosen) : undefined} />
    </Section>
  );
}
