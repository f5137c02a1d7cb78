import { useApiKeys } from "@/api/api-keys";
import { useWebhooks } from "@/api/webhooks";
import { FormSection } from "@/ui/form-section";
import { KeySection } from "./keys/key-section";
import { Together } from "./together";
import { WebhookSection } from "./webhooks/webhook-section";

/** What lets other programs in, and what tells them what happened. */
export function ApiSection({ title }: { title: string }) {
  return (
    <FormSection id="api-settings" title={title} description="Connect your own apps.">
      <Together parts={[useApiKeys(), useWebhooks()]} text="Loading API settings...">
        <KeySection />
        <section
          id="webhooks"
          tabIndex={-1}
          aria-labelledby="webhooks-title"
          className="mt-4 grid min-w-0 scroll-mt-20 gap-4 outline-none"
        >
          <h3 id="webhooks-title" className="font-medium text-13">
            Webhooks
          </h3>
          <WebhookSection />
        </section>
      </Together>
    </FormSection>
  );
}
