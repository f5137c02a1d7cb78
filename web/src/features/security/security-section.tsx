import { messageOf } from "@/api/problem";
import { type Security, useProvider, useSecurity } from "@/api/security";
import { FormSection } from "@/ui/form-section";
import { Retry } from "@/ui/retry";
import { Card, Loading, Skeleton } from "@/ui/surface";
import { ActivityCard } from "./activity";
import { AddressRow } from "./address-row";
import { AppRow } from "./app-row";
import { DevicesCard } from "./devices";
import { PasskeyRow } from "./passkey-row";
import { PasswordRow } from "./password-row";

/** What proves that it is you: here, or at the provider that signs people in. */
function Proofs({ security }: { security: Security }) {
  const { data: config } = useProvider();
  if (security.provider === "oidc")
    return (
      <Card className="p-5 text-13">
        Your password, second factor and passkeys are kept by{" "}
        <strong className="font-medium">{config?.provider_name ?? "your sign-in provider"}</strong>. Change them there.
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
    <Loading text="Loading security settings...">
      <Skeleton className="h-56 w-full rounded-card" />
    </Loading>
  );
}

/** What keeps the account its author's, as a section of the settings. */
export function SecuritySection() {
  return (
    <FormSection id="security" title="Security" description="How you sign in, where, and what was done.">
      <Present />
      <DevicesCard />
      <ActivityCard />
    </FormSection>
  );
}
