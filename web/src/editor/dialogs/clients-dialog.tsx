import { ExternalLink, Monitor, Smartphone } from "lucide-react";
import { useMemo, useState } from "react";
import { cn } from "@/lib/cn";
import { Button } from "@/ui/button";
import { Dialog } from "@/ui/dialog";
import { Field, Select } from "@/ui/field";
import { Segmented } from "@/ui/segmented";
import { useShownDocument } from "../pictures/context";
import { useEditor } from "../state";
import { say } from "../words";
import { renderView, type View, views } from "./clients";
import { MailFrame } from "./mail-frame";
import { openPreview } from "./preview";
import { SourceView } from "./source-view";

/** The mail as different programs show it, also those that do it harm. */
export default function ClientsDialog({ onClose }: { onClose: () => void }) {
  const document = useShownDocument(useEditor().getState().document);
  const [view, setView] = useState<View>("as-sent");
  const [phone, setPhone] = useState(false);
  const shown = useMemo(() => renderView(document, view), [document, view]);
  const choice = views.find(({ id }) => id === view);
  const dark = document.theme.dark?.enabled !== false;
  return (
    <Dialog
      open
      onClose={onClose}
      width="full"
      title={say.checkInClients}
      description={say.howTheMailLooksWhere}
      footer={
        <Button onClick={() => openPreview(document)}>
          <ExternalLink aria-hidden="true" />
          {say.openInANewWindow}
        </Button>
      }
    >
      <div className="mb-3 flex flex-wrap items-end justify-between gap-3">
        <Field label={say.show} hint={choice?.who} className="w-full sm:max-w-sm">
          {(field) => (
            <Select
              {...field}
              value={view}
              onChange={(event) => setView(views.find(({ id }) => id === event.target.value)?.id ?? "as-sent")}
            >
              {views.map(({ id, label }) => (
                <option key={id} value={id}>
                  {label}
                </option>
              ))}
            </Select>
          )}
        </Field>
        {"html" in shown ? (
          <Segmented
            label={say.width}
            value={phone ? "phone" : "desktop"}
            onChange={(next) => setPhone(next === "phone")}
            options={[
              { value: "desktop", label: say.desktop, icon: <Monitor aria-hidden="true" /> },
              { value: "phone", label: say.phone, icon: <Smartphone aria-hidden="true" /> },
            ]}
          />
        ) : null}
      </div>
      {view === "dark" && !dark ? <p className="mb-3 text-13 text-muted">{say.thisMailBringsNoDark}</p> : null}
      {"html" in shown ? (
        <div className="flex justify-center overflow-hidden rounded-control border border-line bg-raised">
          <MailFrame
            title={`${choice?.label}, ${phone ? "phone" : "desktop"}`}
            html={shown.html}
            className={cn("h-[60dvh] w-full", phone && "max-w-[390px]")}
          />
        </div>
      ) : (
        <SourceView label={say.plainTextOfTheMail} text={shown.text} className="h-[60dvh] text-13" />
      )}
    </Dialog>
  );
}
