import { type KeyboardEvent, useEffect, useLayoutEffect, useMemo, useRef, useState, useSyncExternalStore } from "react";
import { createPortal } from "react-dom";
import type { UseFormReturn } from "react-hook-form";
import { useAuthor } from "@/api/session";
import type { EditorHost } from "@/editor/host";
import { createConsent } from "@/editor/pictures/consent";
import { PicturesProvider, usePictures, useTrust } from "@/editor/pictures/context";
import { foreignHosts } from "@/editor/pictures/foreign";
import { PictureBanner } from "@/editor/pictures/notice";
import { isPicture, sendPicture } from "@/editor/pictures/upload";
import { type OpenPanel, ToolPanel } from "@/editor/richtext/tool-panel";
import { useLingeringFocus } from "@/editor/richtext/use-lingering-focus";
import { createUi, SurroundingsProvider } from "@/editor/ui";
import { cleanTheme, innerWidth, parseBlocks } from "@/email";
import { lazyCode } from "@/lib/code";
import { warn } from "@/lib/notify";
import { useHost } from "@/workbench/host";
import type { CampaignForm } from "../../schema";
import { readDesign } from "../design";
import type { WritingState } from "../use-writing";
import { imagePart, insertPart } from "./commands";
import { InsertButton, InsertMenu, type Slash } from "./insert-menu";
import { PartView } from "./part-view";
import { Prose } from "./prose";
import { ProseToolbar } from "./prose-toolbar";
import { UploadLine } from "./upload-line";
import { bringPicture, type UploadProps } from "./uploads";
import { type PartProps, Views } from "./views";
import "@/editor/richtext/richtext.css";
import "./prose.css";
import { say } from "../words";

const ImageDialog = lazyCode(() => import("@/editor/dialogs/image-dialog"));

interface Props {
  form: UseFormReturn<CampaignForm>;
  pen: WritingState["pen"];
  /** Something was written. */
  onChange: () => void;
  disabled: boolean;
  /** Whether its author comes to write it. */
  begin: boolean;
  onDesign: () => void;
}

/** What opens from the text. */
type Open = OpenPanel | { name: "insert"; slash: Slash | null } | { name: "picture" };

const LOST = say.somePicturesCouldntBePasted;

/** The page's text as its form has it, and the way back. */
function useProse(
  { form, pen, onChange, disabled, begin }: Props,
  media: EditorHost["media"],
  trust: (url: string) => void,
) {
  const [host, setHost] = useState<HTMLElement | null>(null);
  const [prose, setProse] = useState<Prose | null>(null);
  const [open, setOpen] = useState<Open | null>(null);
  const [parts] = useState(() => new Views<PartProps>());
  const [uploads] = useState(() => new Views<UploadProps>());
  const latest = useRef({ onChange, media, trust });
  latest.current = { onChange, media, trust };
  useLayoutEffect(() => {
    if (!host) return;
    const send = async (file: File, onProgress: (fraction: number) => void) => {
      const item = await sendPicture(latest.current.media, file, onProgress);
      latest.current.trust(item.url);
      return item;
    };
    const made = new Prose({
      element: host,
      design: form.getValues("design") ?? "",
      parts,
      events: {
        onChange: () => {
          // Clearing draws the whole page anew: not for each letter.
          if (form.getFieldState("design").error) form.clearErrors("design");
          latest.current.onChange();
        },
        onOpenTags: (from, to) => {
          made.ask({ from, to });
          setOpen({ name: "tags", range: { from, to } });
        },
        onEditTag: (at) => setOpen({ name: "tag", at }),
        onOpenLink: () => setOpen({ name: "link" }),
        onInsert: (from, to) => setOpen({ name: "insert", slash: { from, to } }),
        onFiles: (files, at) => {
          for (const file of files) {
            if (isPicture(file)) bringPicture(made.view, uploads, send, file, at);
            else warn(say.nameIsNotAnImage(file.name));
          }
        },
        onLost: () => warn(LOST),
      },
    });
    // Whatever takes the place of all that is written; what was only read says its name.
    const stop = form.subscribe({
      formState: { values: true },
      callback: ({ name }) => {
        if (!name) made.show(form.getValues("design") ?? "");
      },
    });
    pen.current = made;
    setProse(made);
    return () => {
      stop();
      form.setValue("design", made.read());
      pen.current = null;
      made.destroy();
    };
  }, [host, form, pen, parts, uploads]);
  useEffect(() => prose?.editor.setEditable(!disabled, false), [prose, disabled]);
  useEffect(() => {
    if (begin) prose?.focus();
  }, [prose, begin]);
  // What was typed to open the choice of tags stands in the text when none was chosen.
  useEffect(() => {
    if (open?.name !== "tags" && prose?.ask(null)) latest.current.onChange();
  }, [prose, open]);
  return { setHost, prose, open, setOpen, parts, uploads };
}

/** Pictures of others are loaded when their author says so. */
function Foreign({ parts }: { parts: Views<PartProps> }) {
  const { allowed, origin, allow } = usePictures();
  const list = useSyncExternalStore(parts.subscribe, parts.list);
  const blocks = list.flatMap(({ props }) => parseBlocks([props.mail]).blocks);
  const waiting = foreignHosts(blocks, origin).filter((host) => !allowed.has(host));
  return waiting.length > 0 ? (
    <div className="mb-4">
      <PictureBanner hosts={waiting} onAllow={() => allow(waiting)} />
    </div>
  ) : null;
}

function Surface(props: Props & { host: EditorHost }) {
  const { form, host, onDesign } = props;
  const { setHost, prose, open, setOpen, parts, uploads } = useProse(props, host.media, useTrust());
  const { inside, ...focus } = useLingeringFocus(false);
  const shownParts = useSyncExternalStore(parts.subscribe, parts.list);
  const shownUploads = useSyncExternalStore(uploads.subscribe, uploads.list);
  const [theme] = useState(() => cleanTheme(readDesign(form.getValues("design"))?.theme));
  const editor = prose?.editor;
  const close = () => {
    setOpen(null);
    editor?.view.focus();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== "F10" || !event.altKey) return;
    event.preventDefault();
    document.querySelector<HTMLElement>('main [role="toolbar"] [tabindex="0"]')?.focus();
  };
  const toggle = (name: "link" | "tags") => setOpen((now) => (now?.name === name ? null : { name }));
  const panel = open && open.name !== "insert" && open.name !== "picture" ? open : null;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only listens to what its parts do
    <div onKeyDown={onKeyDown} {...focus} className="prose-text mail-text relative" dir={theme.dir} lang={theme.lang}>
      <Foreign parts={parts} />
      <div ref={setHost} />
      {prose
        ? shownParts.map(({ key, element, props: part }) =>
            createPortal(
              <PartView {...part} prose={prose} theme={theme} width={innerWidth(theme)} onDesign={onDesign} />,
              element,
              key,
            ),
          )
        : null}
      {shownUploads.map(({ key, element, props: upload }) => createPortal(<UploadLine {...upload} />, element, key))}
      {editor && (inside || open) ? (
        <>
          <ProseToolbar editor={editor} open={panel?.name === "tag" ? null : (panel?.name as never)} onOpen={toggle} />
          <InsertButton
            editor={editor}
            open={open?.name === "insert"}
            onOpen={() => setOpen({ name: "insert", slash: null })}
          />
        </>
      ) : null}
      {editor && panel ? (
        <ToolPanel editor={editor} panel={panel} theme={theme} attributes={host.attributes} onClose={close} />
      ) : null}
      {editor && open?.name === "insert" ? (
        <InsertMenu
          editor={editor}
          slash={open.slash}
          onClose={close}
          onPicture={() => setOpen({ name: "picture" })}
          onTag={() => setOpen({ name: "tags" })}
        />
      ) : null}
      {editor && open?.name === "picture" ? (
        <ImageDialog
          alt=""
          onClose={close}
          onPick={(item, alt) => {
            const tr = insertPart(editor.state, imagePart(item, alt));
            if (tr) editor.view.dispatch(tr);
            close();
          }}
        />
      ) : null}
    </div>
  );
}

/** The page saves it. */
const save = () => Promise.reject(new Error("The page saves"));

/** The text of an email, to be written where it stands. */
export default function ProseEditor(props: Props) {
  const author = useAuthor()?.id ?? 0;
  const known = useHost(author);
  const [ui] = useState(createUi);
  const host = useMemo(() => ({ ...known, save }), [known]);
  const [pictures] = useState(() => ({ consent: createConsent(host.storageKey), origin: host.origin }));
  return (
    <SurroundingsProvider value={{ host, mode: "campaign", ui }}>
      <PicturesProvider value={pictures}>
        <Surface {...props} host={host} />
      </PicturesProvider>
    </SurroundingsProvider>
  );
}
