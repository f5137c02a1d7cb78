import { Copy, Pencil, Search, Trash2, UserMinus } from "lucide-react";
import { type Subscriber, useSubscriber } from "@/api/subscribers";
import type { ThingAction, ThingActions } from "@/features/search/things";
import { useSubscriberActions } from "@/features/subscribers/actions";
import { lazyCode } from "@/lib/code";
import { copy } from "@/lib/copy";
import { say } from "../words";
import { useLayer } from "./layer";

const EditDialog = lazyCode(() =>
  import("@/features/subscribers/edit-dialog").then((file) => ({ default: file.EditDialog })),
);

function useActions(subscriber: Subscriber | undefined, href: string): ThingAction[] | undefined {
  const show = useLayer();
  const { remove, unsubscribeMany } = useSubscriberActions();
  if (!subscriber) return undefined;
  const edit = () => show((close) => <EditDialog subscriber={subscriber} onClose={close} />);
  const unsubscribe: ThingAction = {
    name: say.unsubscribe,
    icon: UserMinus,
    letter: "U",
    takes: true,
    run: () => unsubscribeMany([subscriber]),
  };
  return [
    { name: say.showInTheList, icon: Search, letter: "O", href },
    { name: say.edit, icon: Pencil, letter: "E", run: edit },
    { name: say.copyAddress, icon: Copy, letter: "C", run: () => copy(subscriber.email, say.address) },
    ...(subscriber.status === "active" || subscriber.status === "pending" ? [unsubscribe] : []),
    { name: say.remove, icon: Trash2, letter: "⌫", takes: true, run: () => remove(subscriber) },
  ];
}

export const SubscriberActions: ThingActions = ({ thing, children }) => {
  const newsletter = Number(new URLSearchParams(thing.href.split("?")[1]).get("newsletter"));
  const { data, error } = useSubscriber(newsletter, thing.id);
  return children({ actions: useActions(data, thing.href), error });
};
