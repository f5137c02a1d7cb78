import type { Kind, ThingActions } from "@/features/search/things";
import { CampaignActions } from "./campaign-actions";
import { DomainActions } from "./domain-actions";
import { NewsletterActions } from "./newsletter-actions";
import { SubscriberActions } from "./subscriber-actions";
import { TemplateActions } from "./template-actions";

const ofKind: Record<Kind, ThingActions> = {
  newsletter: NewsletterActions,
  campaign: CampaignActions,
  subscriber: SubscriberActions,
  template: TemplateActions,
  domain: DomainActions,
};

/** What the pages let one do with what was found. */
export const ActionsOfThing: ThingActions = (props) => {
  const Actions = ofKind[props.thing.kind];
  return <Actions {...props} />;
};
