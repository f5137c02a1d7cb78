import { type FormEvent, useId, useState } from "react";
import type { Block } from "@/email/types";
import { Button } from "@/ui/button";
import { Dialog } from "@/ui/dialog";
import { Field, Input } from "@/ui/field";
import { blockExcerpt, blockNames, findEntry, useEditor } from "../state";
import { useUi } from "../ui";
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
    if (name.trim() === "") return setError("Give it a name.");
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
          <Button onClick={close}>Cancel</Button>
          <Button type="submit" form={form} look="accent">
            {submit}
          </Button>
        </>
      }
    >
      <form id={form} onSubmit={onSubmit} noValidate>
        <Field label="Name" error={error}>
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
      title="Save as block"
      start={nameFor(block)}
      submit="Save block"
      onName={(name) => {
        const saved = newSaved(name, block);
        void telling(() => store.add(saved), "Saved. It is in the palette now.");
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
      title="Rename saved block"
      start={saved.name}
      submit="Rename"
      onName={(name) => void telling(() => store.rename(id, name))}
    />
  );
}
