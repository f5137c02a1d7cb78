import type { ReactNode } from "react";
import { useApiKeys } from "@/api/api-keys";
import { useWebhooks } from "@/api/webhooks";
import { FormSection } from "@/ui/form-section";
import { KeySection } from "./keys/key-section";
import { MessageSection } from "./messages/message-section";
import { Together } from "./together";
import { WebhookSection } from "./webhooks/webhook-section";
import { say } from "./words";

interface PartProps {
  id: string;
  title: string;
  description?: string;
  children: ReactNode;
}

function Part({ id, title, description, children }: PartProps) {
  return (
    <section
      id={id}
      tabIndex={-1}
      aria-labelledby={`${id}-title`}
      className="mt-4 grid min-w-0 scroll-mt-20 gap-4 outline-none"
    >
      <div>
        <h3 id={`${id}-title`} className="font-medium text-13">
          {title}
        </h3>
        {description ? <p className="mt-0.5 text-13 text-muted">{description}</p> : null}
      </div>
      {children}
    </section>
  );
}

/** What lets other programs in, what tells them what happened, and what they sent. */
export function ApiSection({ title }: { title: string }) {
  return (
    <FormSection id="api-settings" title={title} description={say.connectYourOwnApps}>
      <Together parts={[useApiKeys(), useWebhooks()]} text={say.loadingAPISettings}>
        <KeySection />
        <Part id="webhooks" title={say.webhooks}>
          <WebhookSection />
        </Part>
        <Part id="messages" title={say.emailsToOnePerson} description={say.whatProgramsSentToOne}>
          <MessageSection />
        </Part>
      </Together>
    </FormSection>
  );
}
