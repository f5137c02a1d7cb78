import { Mails, Pencil, PenLine, Power, Send, Trash2, UserPlus, Users } from "lucide-react";
import { useNewsletters } from "@/api/newsletters";
import { ApiError } from "@/api/problem";
import { useNewsletterActions } from "@/features/newsletters/actions";
import type { KnownActions, ThingActions } from "@/features/search/things";
import { say } from "../words";

export const NewsletterActions: ThingActions = ({ thing: { id, href }, children }) => {
  const { data, error } = useNewsletters();
  const { toggle, remove } = useNewsletterActions();
  const newsletter = data?.find((one) => one.id === id);
  const actions: KnownActions["actions"] = newsletter && [
    { name: say.open, icon: Mails, letter: "O", href },
    { name: say.edit, icon: Pencil, letter: "E", href: `/newsletters?edit=${id}` },
    ...(newsletter.is_active
      ? [
          { name: say.newCampaign, icon: PenLine, letter: "N", href: `/campaigns?newsletter=${id}#create-campaign` },
          {
            name: say.addSubscriber,
            icon: UserPlus,
            letter: "A",
            href: `/subscribers?newsletter=${id}#add-subscribers`,
          },
        ]
      : []),
    { name: say.seeCampaigns, icon: Send, letter: "C", href: `/campaigns?newsletter=${id}` },
    { name: say.seeSubscribers, icon: Users, letter: "S", href: `/subscribers?newsletter=${id}` },
    {
      name: newsletter.is_active ? say.deactivate : say.activate,
      icon: Power,
      letter: "T",
      run: () => toggle(newsletter),
    },
    { name: say.deleteIt, icon: Trash2, letter: "⌫", takes: true, run: () => remove(newsletter) },
  ];
  const missing = data && !newsletter ? new ApiError(404, say.thisNewsletterIsGone) : undefined;
  return children({ actions, error: error ?? missing });
};
