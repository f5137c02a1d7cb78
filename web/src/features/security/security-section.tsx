import { messageOf } from "@/api/problem";
import { type Security, useProvider, useSecurity } from "@/api/security";
import { FormSection } from "@/ui/form-section";
import { Retry } from "@/ui/retry";
import { Rich } from "@/ui/rich";
import { Card, Loading, Skeleton } from "@/ui/surface";
import { ActivityCard } from "./activity";
import { AddressRow } from "./address-row";
import { AppRow } from "./app-row";
import { DevicesCard } from "./devices";
import { PasskeyRow } from "./passkey-row";
import { PasswordRow } from "./password-row";
import { say } from "./words";

/** What proves that it is you: here, or at the provider that signs people in. */
function Proofs({ security }: { security: Security }) {
  const { data: config } = useProvider();
  if (security.provider === "oidc")
    return (
      <Card className="p-5 text-13">
        <Rich
          text={say.keptByProvider(config?.provider_name ?? say.yourSignInProvider)}
          parts={{ strong: (inner) => <strong className="font-medium">{inner}</strong> }}
        />
      </Card>
    );
  return (
    <Card className="divide-y divide-line">
      {security.email_verified ? null : <AddressRow />}
      <PasswordRow hasPassword={security.has_password} canMail={config?.password_reset ?? false} />
      <AppRow totp={security.totp} hasPassword={security.has_password} />
      <PasskeyRow passkeys={security.passkeys} possible={config?.passkeys ?? false} />
    </Card>
  );
}

function Present() {
  const { data, error, mutate } = useSecurity();
  if (data) return <Proofs security={data} />;
  if (error) return <Retry onRetry={() => void mutate()}>{messageOf(error)}</Retry>;
  return (
    <Loading text={say.loadingSecuritySettings}>
      <Skeleton className="h-56 w-full rounded-card" />
    </Loading>
  );
}

/** What keeps the account its author's, as a section of the settings. */
export function SecuritySection() {
  return (
    <FormSection id="security" title={say.security} description={say.howYouSignInWhere}>
      <Present />
      <DevicesCard />
      <ActivityCard />
    </FormSection>
  );
}
