import type { Editor } from "@tiptap/core";
import { ExternalLink, Unlink } from "lucide-react";
import { type FormEvent, useState } from "react";
import { Button } from "@/ui/button";
import { Field, Input } from "@/ui/field";
import { say } from "../words";
import { judgeLink } from "./links";

/** Enter a link for the selected words, open it or take it away. */
export function LinkForm({ editor, onClose }: { editor: Editor; onClose: () => void }) {
  const current = String(editor.getAttributes("link").href ?? "");
  const [url, setUrl] = useState(current);
  const [error, setError] = useState<string>();
  const verdict = judgeLink(url);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    event.stopPropagation();
    if ("error" in verdict) return setError(verdict.error);
    applyLink(editor, verdict.href);
    onClose();
  };
  const remove = () => {
    editor.chain().focus().extendMarkRange("link").unsetLink().run();
    onClose();
  };
  return (
    <form onSubmit={submit} noValidate className="grid w-80 max-w-full gap-3">
      <Field label={say.link} error={error} hint={say.aWebAddressAnEmail}>
        {(field) => (
          <Input
            {...field}
            type="url"
            value={url}
            placeholder="https://"
            onChange={(event) => {
              setUrl(event.target.value);
              setError(undefined);
            }}
          />
        )}
      </Field>
      <div className="flex flex-wrap items-center gap-2">
        <Button type="submit" look="accent" size="small">
          {current ? say.changeLink : say.addLink}
        </Button>
        {"href" in verdict && /^https?:/i.test(verdict.href) ? (
          <Button asChild size="small" look="quiet">
            <a href={verdict.href} target="_blank" rel="noopener noreferrer nofollow">
              <ExternalLink aria-hidden="true" />
              {say.open}
            </a>
          </Button>
        ) : null}
        {current ? (
          <Button size="small" look="warn" onClick={remove}>
            <Unlink aria-hidden="true" />
            {say.removeLink}
          </Button>
        ) : null}
      </div>
    </form>
  );
}

/** Without selected words, the address itself becomes the text. */
function applyLink(editor: Editor, href: string) {
  const chain = editor.chain().focus().extendMarkRange("link");
  if (!editor.state.selection.empty || editor.isActive("link")) {
    chain.setLink({ href }).run();
    return;
  }
  const text = href.replace(/^(?:https?:\/\/|mailto:)/, "");
  chain.insertContent({ type: "text", text, marks: [{ type: "link", attrs: { href } }] }).run();
}
