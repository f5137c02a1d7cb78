import { useState } from "react";
import { sendVerification } from "@/api/me";
import { sentenceOf } from "@/api/problem";
import { useAuthor } from "@/api/session";
import { notify, warn } from "@/lib/notify";
import { Button } from "@/ui/button";
import { Row } from "./row";

/** Shown while nobody has proved to read mail at the address. */
export function AddressRow() {
  const email = useAuthor()?.email ?? "";
  const [busy, setBusy] = useState(false);
  const send = async () => {
    setBusy(true);
    try {
      await sendVerification();
      notify("Link sent", `Open the link in the mail to ${email}. It works once, for 3 days.`);
    } catch (error) {
      warn(sentenceOf(error, "The link could not be sent."));
    } finally {
      setBusy(false);
    }
  };
  return (
    <Row
      id="email-address"
      title="Email address"
      text={
        <>
          <span className="break-words text-text">{email}</span>
          <br />
          Not confirmed. Send yourself a link to prove that it is yours.
        </>
      }
      actions={
        <Button size="small" disabled={busy} onClick={() => void send()}>
          {busy ? "Sending..." : "Send confirmation link"}
        </Button>
      }
    />
  );
}
