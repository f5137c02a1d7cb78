import { useState } from "react";
import { sentenceOf } from "@/api/problem";
import { askForReset, useAuthor } from "@/api/session";
import { notify, warn } from "@/lib/notify";
import { Button } from "@/ui/button";
import { PasswordDialog } from "./password-dialog";
import { Row } from "./row";
import { say } from "./words";

/** An account that was made without a password: a mailed link sets the first one. */
function FirstPassword({ canMail }: { canMail: boolean }) {
  const email = useAuthor()?.email ?? "";
  const [busy, setBusy] = useState(false);
  const send = async () => {
    setBusy(true);
    try {
      await askForReset(email);
      notify(say.linkSent, say.openTheLinkInTheMail(email));
    } catch (error) {
      warn(sentenceOf(error, say.theLinkCouldNotBe));
    } finally {
      setBusy(false);
    }
  };
  if (!canMail) return <Row id="password" title={say.password} text={say.youHaveNoneTheOperator} />;
  return (
    <Row
      id="password"
      title={say.password}
      text={say.youHaveNoneYetA}
      actions={
        <Button size="small" disabled={busy} onClick={() => void send()}>
          {busy ? say.sending : say.sendLink}
        </Button>
      }
    />
  );
}

export function PasswordRow({ hasPassword, canMail }: { hasPassword: boolean; canMail: boolean }) {
  const [open, setOpen] = useState(false);
  if (!hasPassword) return <FirstPassword canMail={canMail} />;
  return (
    <Row
      id="password"
      title={say.password}
      text={say.aNewOneEndsEvery}
      actions={
        <Button size="small" onClick={() => setOpen(true)}>
          {say.changePassword}
        </Button>
      }
    >
      {open ? <PasswordDialog onClose={() => setOpen(false)} /> : null}
    </Row>
  );
}
