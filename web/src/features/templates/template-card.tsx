import { Copy, EllipsisVertical, Eye, Pencil, Send, Trash2 } from "lucide-react";
import { useMemo } from "react";
import { Link } from "react-router";
import { useAuthor } from "@/api/session";
import type { Template } from "@/api/templates";
import { createConsent } from "@/editor/pictures/consent";
import { shownDocument } from "@/editor/pictures/foreign";
import { countOf, formatExact, relativeTime } from "@/lib/format";
import { useNow } from "@/lib/hooks";
import { Button } from "@/ui/button";
import { Menu, MenuItem, MenuLine } from "@/ui/menu";
import { Card } from "@/ui/surface";
import { documentOf } from "@/workbench/document";
import { storageKeyOf } from "@/workbench/host";
import { openPreview } from "@/workbench/open-preview";
import { Thumbnail } from "@/workbench/thumbnail";
import { say } from "./words";

interface Props {
  template: Template;
  onDuplicate: () => void;
  onDelete: () => void;
  onCampaign: () => void;
}

export function TemplateCard({ template, onDuplicate, onDelete, onCampaign }: Props) {
  const document = useMemo(() => documentOf(template), [template]);
  const authorId = useAuthor()?.id ?? 0;
  // What nobody has asked for yet is not fetched from elsewhere.
  const shown = useMemo(
    () => shownDocument(document, createConsent(storageKeyOf(authorId)).getSnapshot(), location.origin),
    [document, authorId],
  );
  const now = useNow();
  return (
    <Card className="flex min-w-0 flex-col">
      <Thumbnail document={shown} />
      <div className="flex grow flex-col border-line border-t p-4">
        <h3 className="truncate font-medium font-serif text-lg leading-6" title={template.name}>
          {template.name}
        </h3>
        <p className="mt-0.5 truncate text-13 text-muted" title={template.subject}>
          {template.subject || say.noSubject}
        </p>
        <p className="figures mt-2 flex flex-wrap gap-x-3 text-12 text-muted">
          <span>{countOf(template.block_count, "block")}</span>
          <time
            dateTime={template.updated_at}
            title={template.updated_at ? formatExact(template.updated_at) : undefined}
          >
            {template.updated_at ? relativeTime(template.updated_at, now) : say.recently}
          </time>
        </p>
        <div className="-mx-2 mt-3 -mb-1 flex items-center gap-1">
          <Button asChild look="quiet" size="small">
            <Link to={`/templates/${template.id}/edit`} aria-label={say.editName(template.name)}>
              <Pencil />
              {say.edit}
            </Link>
          </Button>
          <Button
            look="quiet"
            size="small"
            aria-label={say.previewName(template.name)}
            onClick={() => openPreview(document)}
          >
            <Eye />
            {say.preview}
          </Button>
          <span className="ml-auto">
            <Menu
              className="bottom-full top-auto mb-1.5"
              trigger={(trigger) => (
                <Button look="quiet" size="small-icon" aria-label={say.moreForName(template.name)} {...trigger}>
                  <EllipsisVertical />
                </Button>
              )}
            >
              <MenuItem onClick={onCampaign}>
                <Send />
                {say.newCampaignFromThis}
              </MenuItem>
              <MenuItem onClick={onDuplicate}>
                <Copy />
                {say.duplicate}
              </MenuItem>
              <MenuLine />
              <MenuItem danger onClick={onDelete}>
                <Trash2 />
                {say.deleteIt}
              </MenuItem>
            </Menu>
          </span>
        </div>
      </div>
    </Card>
  );
}
