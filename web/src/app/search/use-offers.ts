import { useCallback, useRef } from "react";
import { useNavigate } from "react-router";
import { useSWRConfig } from "swr";
import { createCampaign } from "@/api/campaigns";
import { newIdempotencyKey } from "@/api/forms";
import { type Newsletter, useNewsletters } from "@/api/newsletters";
import { messageOf } from "@/api/problem";
import { affected } from "@/features/campaigns/actions";
import { type Command, OFFERS } from "@/features/search/commands";
import { notify, warn } from "@/lib/notify";
import { writePath } from "@/lib/paths";
import { say } from "../words";

/** More newsletters than these would hide the other offers. */
const MOST = 3;

const leading = (title: string, href: string): Command => ({ group: OFFERS, title, href });
const ADDRESS = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;

/** What to do with words that nothing was found for: make it, or look elsewhere. */
export function useOffers(): (query: string) => Command[] {
  const { data } = useNewsletters();
  const { mutate } = useSWRConfig();
  const navigate = useNavigate();
  const latest = useRef(navigate);
  latest.current = navigate;
  const write = useCallback(
    async ({ id, name }: Newsletter, subject: string) => {
      try {
        const made = await createCampaign(id, { subject, html_content: "" }, newIdempotencyKey());
        notify(say.draftCampaignCreated, say.subjectInName(subject, name));
        void latest.current(writePath(id, made.id));
        await mutate(affected);
      } catch (error) {
        warn(messageOf(error, say.failedToCreateCampaign));
      }
    },
    [mutate],
  );
  return (query) => {
    const q = encodeURIComponent(query);
    const open = (data ?? []).filter((newsletter) => newsletter.is_active).slice(0, MOST);
    const isAddress = ADDRESS.test(query);
    const drafts = open.map((newsletter): Command => {
      const title = say.writeQueryInName(query, newsletter.name);
      return { group: OFFERS, title, run: () => void write(newsletter, query) };
    });
    return [
      ...(isAddress && open.length > 0
        ? [leading(say.addQueryAsASubscriber(query), `/subscribers?email=${q}#add-subscribers`)]
        : []),
      leading(say.searchSubscribersForQuery(query), `/subscribers?q=${q}`),
      ...(isAddress ? [] : drafts),
      ...(data?.length === 0 ? [leading(say.createNewsletter2, "/newsletters#create-newsletter")] : []),
      leading(say.searchTheGuideForQuery(query), `/documentation?q=${q}`),
    ];
  };
}
