import { useApiKeys } from "@/api/api-keys";
import { useWebhooks } from "@/api/webhooks";
import { FormSection } from "@/ui/form-section";
import { KeySection } from "./keys/key-section";
import { Together } from "./together";
import { WebhookSection } from "./webhooks/webhook-section";
import { say } from "./words";

/** What lets other programs in, and what tells them what happened. */
export function ApiSection({ title }: { title: string }) {
  return (
    <FormSection id="api-settings" title={title} description={say.connectYourOwnApps}>
      <Together parts={[useApiKeys(), useWebhooks()]} text={say.loadingAPISettings}>
        <KeySection />
        <section
          id="webhooks"
          tabIndex={-1}
          aria-labelledby="webhooks-title"
          className="mt-4 grid min-w-0 scroll-mt-20 gap-4 outline-none"
        >
          <h3 id="webhooks-title" className="font-medium text-13">
            {say.webhooks}
          </h3>
          <WebhookSection />
        </section>
      </Together>
    </FormSection>
  );
}
