import { type FormEvent, useState } from "react";
import { TextControl } from "@/editor/controls/fields";
import { LibraryButton } from "@/editor/properties/library-button";
import { judgeLink } from "@/editor/richtext/links";
import type { BlockOf, ButtonVariant } from "@/email/types";
import { Button } from "@/ui/button";
import { Checkbox } from "@/ui/field";
import { Segmented } from "@/ui/segmented";
import { say } from "../words";

type Image = BlockOf<"image">;
type ButtonBlock = BlockOf<"button">;

interface Props<B> {
  block: B;
  onChange: (block: B) => void;
  onClose: () => void;
}

/** A link as it was typed; what it should be is said when it is done. */
function useLink(first: string) {
  const [href, setHref] = useState(first);
  const [error, setError] = useState<string>();
  const change = (next: string) => {
    setHref(next);
    setError(undefined);
  };
  /** The link to keep; null while there is something wrong with it. */
  const done = (): string | null => {
    if (href.trim() === "" || href.includes("{{")) return href.trim();
    const verdict = judgeLink(href);
    if ("href" in verdict) return verdict.href;
    setError(verdict.error);
    return null;
  };
  return { href, change, error, done };
}

function Form({ onSubmit, children }: { onSubmit: () => void; children: React.ReactNode }) {
  const submit = (event: FormEvent) => {
    event.preventDefault();
    event.stopPropagation();
    onSubmit();
  };
  return (
    <form onSubmit={submit} noValidate className="grid w-80 max-w-full gap-4">
      {children}
      <Button type="submit" look="accent" size="small" className="justify-self-start">
        {say.done}
      </Button>
    </form>
  );
}

/** An image without what it does not say. */
function imageOf({ href: _, decorative: __, ...image }: Image, alt: string, href: string, decorative: boolean): Image {
  return { ...image, alt, ...(href ? { href } : {}), ...(decorative ? { decorative } : {}) };
}

export function ImageForm({ block, onChange, onClose }: Props<Image>) {
  const [image, setImage] = useState(block);
  const [alt, setAlt] = useState(block.alt);
  const [decorative, setDecorative] = useState(block.decorative === true);
  const link = useLink(block.href ?? "");
  const submit = () => {
    const href = link.done();
    if (href === null) return;
    onChange(imageOf(image, decorative ? "" : alt.trim(), href, decorative));
    onClose();
  };
  return (
    <Form onSubmit={submit}>
      <TextControl
        label={say.description}
        value={alt}
        rows={2}
        disabled={decorative}
        onChange={setAlt}
        hint={say.describeTheImageForPeople}
      />
      <Checkbox
        label={say.decorative}
        hint={say.screenReadersSkipIt}
        checked={decorative}
        onChange={(event) => setDecorative(event.target.checked)}
      />
      <TextControl
        label={say.link}
        optional
        type="url"
        tags
        value={link.href}
        placeholder="https://"
        onChange={link.change}
        error={link.error}
      />
      <LibraryButton
        alt={alt}
        onPick={({ url, width }, text) => {
          const { height: _, ...rest } = image;
          setImage({ ...rest, src: url, width: Math.min(width, 600) });
          setAlt(text);
        }}
      />
    </Form>
  );
}

const looks: { value: ButtonVariant; label: string }[] = [
  { value: "primary", label: say.primary },
  { value: "secondary", label: say.secondary },
  { value: "outline", label: say.outline },
];

export function ButtonForm({ block, onChange, onClose }: Props<ButtonBlock>) {
  const [text, setText] = useState(block.text);
  const [variant, setVariant] = useState(block.variant);
  const link = useLink(block.href === "#" ? "" : block.href);
  const submit = () => {
    const href = link.done();
    if (href === null) return;
    onChange({ ...block, text, variant, href: href || "#" });
    onClose();
  };
  return (
    <Form onSubmit={submit}>
      <TextControl label={say.buttonText} tags value={text} onChange={setText} />
      <TextControl
        label={say.link}
        type="url"
        tags
        value={link.href}
        placeholder="https://"
        onChange={link.change}
        error={link.error}
      />
      <Segmented label={say.style} value={variant} onChange={setVariant} options={looks} />
    </Form>
  );
}
