import { Copy, Eye, Pencil, Send, Trash2 } from "lucide-react";
import { useLocation, useNavigate } from "react-router";
import { getTemplate, reloadTemplates } from "@/api/templates";
import type { ThingActions } from "@/features/search/things";
import { tell, useTemplateActions } from "@/features/templates/actions";
import { openMailWindow } from "@/lib/mail-sheet";
import { warn } from "@/lib/notify";
import { say } from "../words";

/** In a window of its own, opened before anything is waited for: later the browser would open none. */
async function preview(id: number) {
  const sheet = openMailWindow();
  if (!sheet) return warn(say.theBrowserDidNotOpen);
  try {
    const [template, { renderDocument }, { documentOf }] = await Promise.all([
      getTemplate(id),
      import("@/email"),
      import("@/workbench/document"),
    ]);
    sheet.show(renderDocument(documentOf(template)));
  } catch (error) {
    sheet.close();
    tell(error, say.failedToLoadTemplate);
  }
}

export const TemplateActions: ThingActions = ({ thing, children }) => {
  const { id, title: name, href } = thing;
  const { duplicate, remove } = useTemplateActions(reloadTemplates);
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const removeAndLeave = async () => {
    if ((await remove({ id, name })) && pathname === href) await navigate("/templates");
  };
  return children({
    actions: [
      { name: say.edit, icon: Pencil, letter: "E", href },
      { name: say.preview, icon: Eye, letter: "V", run: () => preview(id) },
      {
        name: say.newCampaignFromThis,
        icon: Send,
        letter: "N",
        href: `/campaigns?template=${id}#create-campaign`,
      },
      { name: say.duplicate, icon: Copy, letter: "D", run: () => duplicate({ id, name }) },
      { name: say.deleteIt, icon: Trash2, letter: "⌫", takes: true, run: removeAndLeave },
    ],
  });
};
