import type { UseFormReturn } from "react-hook-form";
import { Link } from "react-router";
import { useMe } from "@/api/me";
import { useProvider } from "@/api/security";
import { useAuthor } from "@/api/session";
import { useSettings } from "@/api/settings";
import { Field, Input } from "@/ui/field";
import type { AccountFields } from "./account-form";
import { say } from "./words";

/** Where it is confirmed; said in one place only. */
function Unconfirmed() {
  return (
    <p className="mt-1.5 text-12 text-yellow">
      {say.notConfirmed}{" "}
      <Link to="/settings/security#email-address" className="link">
        {say.confirmItUnderSecurity}
      </Link>
    </p>
  );
}

/** Where no email leaves, the link is read in the built-in mailbox. */
function LinkSent({ to, kept }: { to: string; kept: string }) {
  const isKept = useSettings().data?.email.transport === "capture";
  return (
    <p role="status" className="mt-2 rounded-control bg-blue-soft px-3 py-2 text-13 text-blue">
      {say.linkSent(to, kept)}{" "}
      {isKept ? (
        <Link to="/settings/notifications" className="link">
          {say.readItUnderNotifications}
        </Link>
      ) : null}
    </p>
  );
}

interface Props {
  form: UseFormReturn<AccountFields>;
  /** The address the account has now. */
  kept: string;
  /** Where a link to a new address went, if one did. */
  sentTo: string | null;
}

/** The account's address: kept here, or by the provider that signs its author in. */
export function EmailField({ form, kept, sentTo }: Props) {
  const { data: me } = useMe();
  const author = useAuthor();
  const { data: config } = useProvider();
  const hosted = config !== undefined && config.provider !== "local";
  const error = form.formState.errors.email?.message;
  const changed = form.watch("email").trim() !== kept;
  const hint = hosted
    ? say.keptByProviderChangeIt(config.provider_name ?? say.yourSignInProvider)
    : changed
      ? say.savingAsksForYourPassword(kept)
      : undefined;
  return (
    <div>
      <Field label={say.emailAddress} error={error} hint={hint}>
        {(field) => (
          <Input
            {...field}
            {...form.register("email")}
            readOnly={hosted}
            type="email"
            inputMode="email"
            autoComplete="email"
          />
        )}
      </Field>
      {sentTo ? <LinkSent to={sentTo} kept={kept} /> : null}
      {(me ?? author)?.email_verified === false && !hosted && !changed ? <Unconfirmed /> : null}
    </div>
  );
}
