import { useState } from "react";
import { sentenceOf } from "@/api/problem";
import { askForReset, useAuthor } from "@/api/session";
import { notify, warn } from "@/lib/notify";
import { Button } from "@/ui/button";
import { PasswordDialog } from "./password-dialog";
import { Row } from "./row";

/** An account that was made without a password: a mailed link sets the first one. */
function FirstPassword({ canMail }: { canMail: boolean }) {
  const email = useAuthor()?.email ?? "";
  const [busy, setBusy] = useState(false);
  const send = async () => {
    setBusy(true);
    try {
      await askForReset(email);
      notify("Link sent", `Open the link in the mail to ${email}. It works once, for one hour.`);
    } catch (error) {
      warn(sentenceOf(error, "The link could not be sent."));
    } finally {
      setBusy(false);
    }
  };
  if (!canMail)
    return <Row id="password" title="Password" text="You have none. The operator of this installation can set one." />;
  return (
    <Row
      id="password"
      title="Password"
      text="You have none yet. A mailed link lets you set one, and signs you out everywhere."
      actions={
        <Button size="small" disabled={busy} onClick={() => void send()}>
          {busy ? "Sending..." : "Send link"}
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
      title="Password"
      text="A new one ends every other session."
      actions={
        <Button size="small" onClick={() => setOpen(true)}>
          Change password
        </Button>
      }
    >
      {open ? <PasswordDialog onClose={() => setOpen(false)} /> : null}
    </Row>
  );
}
