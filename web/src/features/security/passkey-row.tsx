import { KeyRound, Pencil, Plus, Trash2 } from "lucide-react";
import { useState } from "react";
import { sentenceOf } from "@/api/problem";
import { type Passkey, removePasskey, useSecurityChanged } from "@/api/security";
import { notify, warn } from "@/lib/notify";
import { canUsePasskeys } from "@/lib/webauthn";
import { Button } from "@/ui/button";
import { useConfirm } from "@/ui/confirm";
import { Rich } from "@/ui/rich";
import { Time } from "@/ui/time";
import { PasskeyDialog } from "./passkey-dialog";
import { Row } from "./row";
import { say } from "./words";

interface ItemProps {
  passkey: Passkey;
  onRename: () => void;
  onRemove: () => void;
}

function Item({ passkey: { name, created_at, last_used_at }, onRename, onRemove }: ItemProps) {
  return (
    <li className="flex items-center gap-3 py-2.5 pr-2 pl-4">
      <KeyRound aria-hidden="true" className="size-4 shrink-0 text-muted" />
      <div className="min-w-0 flex-1 text-13">
        <p className="break-words font-medium">{name}</p>
        <p className="figures mt-0.5 text-12 text-muted">
          {last_used_at ? (
            <Rich text={say.lastUsed} parts={{ time: () => <Time at={last_used_at} inline /> }} />
          ) : (
            <Rich text={say.neverUsed} parts={{ time: () => <Time at={created_at} inline /> }} />
          )}
        </p>
      </div>
      <div className="flex">
        <Button look="quiet" size="small-icon" aria-label={say.renameName(name)} onClick={onRename}>
          <Pencil />
        </Button>
        <Button look="warn" size="small-icon" aria-label={say.removeName(name)} onClick={onRemove}>
          <Trash2 />
        </Button>
      </div>
    </li>
  );
}

function useRemoval() {
  const confirm = useConfirm();
  const changed = useSecurityChanged();
  return async ({ id, name }: Passkey) => {
    const sure = await confirm({
      title: say.removePasskey,
      text: say.nameDoesNotSignYou(name),
      confirm: say.remove,
      danger: true,
    });
    if (!sure) return;
    try {
      await removePasskey(id);
      notify(say.passkeyRemoved, name);
    } catch (error) {
      warn(sentenceOf(error, say.thePasskeyCouldNotBeRemoved));
    }
    await changed();
  };
}

function explain(possible: boolean): string {
  if (!possible) {
    const byNumber = /^[\d.]+$|^\[/.test(location.hostname);
    return say.passkeysNeedHttpsAndA(byNumber ? say.youOpenedByIpAddress : "");
  }
  if (!canUsePasskeys()) return say.thisBrowserCannotMakeAny;
  return say.signInWithTheFingerprint;
}

interface Props {
  passkeys: Passkey[];
  /** Whether this installation can have any. */
  possible: boolean;
}

/** Signing in without a password. */
export function PasskeyRow({ passkeys, possible }: Props) {
  const [editing, setEditing] = useState<{ passkey: Passkey | null } | null>(null);
  const remove = useRemoval();
  return (
    <Row
      id="passkeys"
      title={say.passkeys}
      text={explain(possible)}
      actions={
        possible && canUsePasskeys() ? (
          <Button size="small" onClick={() => setEditing({ passkey: null })}>
            <Plus />
            {say.addPasskey}
          </Button>
        ) : null
      }
    >
      {passkeys.length > 0 ? (
        <ul aria-label={say.yourPasskeys} className="mt-4 divide-y divide-line rounded-card border border-line">
          {passkeys.map((passkey) => (
            <Item
              key={passkey.id}
              passkey={passkey}
              onRename={() => setEditing({ passkey })}
              onRemove={() => void remove(passkey)}
            />
          ))}
        </ul>
      ) : null}
      {editing ? <PasskeyDialog passkey={editing.passkey} onClose={() => setEditing(null)} /> : null}
    </Row>
  );
}
