import { Mails, Pencil, PenLine, Power, Send, Trash2, UserPlus, Users } from "lucide-react";
import { useNewsletters } from "@/api/newsletters";
import { ApiError } from "@/api/problem";
import { useNewsletterActions } from "@/features/newsletters/actions";
import type { KnownActions, ThingActions } from "@/features/search/things";

export const NewsletterActions: ThingActions = ({ thing: { id, href }, children }) => {
  const { data, error } = useNewsletters();
  const { toggle, remove } = useNewsletterActions();
  const newsletter = data?.find((one) => one.id === id);
  const actions: KnownActions["actions"] = newsletter && [
    { name: "Open", icon: Mails, letter: "O", href },
    { name: "Edit", icon: Pencil, letter: "E", href: `/newsletters?edit=${id}` },
    ...(newsletter.is_active
      ? [
          { name: "New campaign", icon: PenLine, letter: "N", href: `/campaigns?newsletter=${id}#create-campaign` },
          {
            name: "Add subscriber",
            icon: UserPlus,
            letter: "A",
            href: `/subscribers?newsletter=${id}#add-subscribers`,
          },
        ]
      : []),
    { name: "See campaigns", icon: Send, letter: "C", href: `/campaigns?newsletter=${id}` },
    { name: "See subscribers", icon: Users, letter: "S", href: `/subscribers?newsletter=${id}` },
    {
      name: newsletter.is_active ? "Deactivate" : "Activate",
      icon: Power,
      letter: "T",
      run: () => toggle(newsletter),
    },
    { name: "Delete", icon: Trash2, letter: "⌫", takes: true, run: () => remove(newsletter) },
  ];
  const missing = data && !newsletter ? new ApiError(404, "This newsletter is gone.") : undefined;
  return children({ actions, error: error ?? missing });
};
