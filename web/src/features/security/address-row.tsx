import { useState } from "react";
import { sendVerification } from "@/api/me";
import { sentenceOf } from "@/api/problem";
import { useAuthor } from "@/api/session";
import { notify, warn } from "@/lib/notify";
import { Button } from "@/ui/button";
import { Row } from "./row";
import { say } from "./words";

/** Shown while nobody has proved to read mail at the address. */
export function AddressRow() {
  const email = useAuthor()?.email ?? "";
  const [busy, setBusy] = useState(false);
  const send = async () => {
    setBusy(true);
    try {
      await sendVerification();
      notify(say.linkSent, say.openTheLinkInThe(email));
    } catch (error) {
      warn(sentenceOf(error, say.theLinkCouldNotBe));
    } finally {
      setBusy(false);
    }
  };
  return (
    <Row
      id="email-address"
      title={say.emailAddress}
      text={
        <>
          <span className="break-words text-text">{email}</span>
          <br />
          {say.notConfirmedSendYourselfA}
        </>
      }
      actions={
        <Button size="small" disabled={busy} onClick={() => void send()}>
          {busy ? say.sending : say.sendConfirmationLink}
        </Button>
      }
    />
  );
}
