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
        notify("Draft campaign created", `“${subject}” in ${name}`);
        void latest.current(writePath(id, made.id));
        await mutate(affected);
      } catch (error) {
        warn(messageOf(error, "Failed to create campaign"));
      }
    },
    [mutate],
  );
  return (query) => {
    const q = encodeURIComponent(query);
    const open = (data ?? []).filter((newsletter) => newsletter.is_active).slice(0, MOST);
    const isAddress = ADDRESS.test(query);
    const drafts = open.map((newsletter): Command => {
      const title = `Write “${query}” in ${newsletter.name}`;
      return { group: OFFERS, title, run: () => void write(newsletter, query) };
    });
    return [
      ...(isAddress && open.length > 0
        ? [leading(`Add ${query} as a subscriber`, `/subscribers?email=${q}#add-subscribers`)]
        : []),
      leading(`Search subscribers for “${query}”`, `/subscribers?q=${q}`),
      ...(isAddress ? [] : drafts),
      ...(data?.length === 0 ? [leading("Create newsletter", "/newsletters#create-newsletter")] : []),
      leading(`Search the guide for “${query}”`, `/documentation?q=${q}`),
    ];
  };
}
