import { type FormEvent, useId, useState } from "react";
import type { Block } from "@/email/types";
import { Button } from "@/ui/button";
import { Dialog } from "@/ui/dialog";
import { Field, Input } from "@/ui/field";
import { blockExcerpt, blockNames, findEntry, useEditor } from "../state";
import { useUi } from "../ui";
import { say } from "../words";
import { useSavedBlocks, useSavedStore } from "./context";
import { newSaved } from "./store";
import { telling } from "./telling";

interface Props {
  title: string;
  start: string;
  submit: string;
  onName: (name: string) => void;
}

function NameDialog({ title, start, submit, onName }: Props) {
  const ui = useUi();
  const form = useId();
  const [name, setName] = useState(start);
  const [error, setError] = useState<string>();
  const close = () => ui.set({ overlay: null });
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (name.trim() === "") return setError(say.giveItAName);
    onName(name);
    close();
  };
  return (
    <Dialog
      open
      onClose={close}
      title={title}
      width="narrow"
      footer={
        <>
          <Button onClick={close}>{say.cancel}</Button>
          <Button type="submit" form={form} look="accent">
            {submit}
          </Button>
        </>
      }
    >
      <form id={form} onSubmit={onSubmit} noValidate>
        <Field label={say.name} error={error}>
          {(props) => (
            <Input {...props} value={name} maxLength={100} onChange={(event) => setName(event.target.value)} />
          )}
        </Field>
      </form>
    </Dialog>
  );
}

const nameFor = (block: Block) => blockExcerpt(block, 40) || blockNames[block.type];

/** Keeps a block of the mail for other mails. */
export function SaveBlockDialog({ id }: { id: string }) {
  const editor = useEditor();
  const store = useSavedStore();
  const block = findEntry(editor.getState().document.blocks, id)?.block;
  if (!block) return null;
  return (
    <NameDialog
      title={say.saveAsBlock}
      start={nameFor(block)}
      submit={say.saveBlock}
      onName={(name) => {
        const saved = newSaved(name, block);
        void telling(() => store.add(saved), say.savedItIsInThe);
      }}
    />
  );
}

export function RenameBlockDialog({ id }: { id: string }) {
  const store = useSavedStore();
  const saved = useSavedBlocks().find((one) => one.id === id);
  if (!saved) return null;
  return (
    <NameDialog
      title={say.renameSavedBlock}
      start={saved.name}
      submit={say.rename}
      onName={(name) => void telling(() => store.rename(id, name))}
    />
  );
}
