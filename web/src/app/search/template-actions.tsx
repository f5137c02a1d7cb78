import { Copy, Eye, Pencil, Send, Trash2 } from "lucide-react";
import { useLocation, useNavigate } from "react-router";
import { getTemplate, reloadTemplates } from "@/api/templates";
import type { ThingActions } from "@/features/search/things";
import { tell, useTemplateActions } from "@/features/templates/actions";
import { openMailWindow } from "@/lib/mail-sheet";
import { warn } from "@/lib/notify";

/** In a window of its own, opened before anything is waited for: later the browser would open none. */
async function preview(id: number) {
  const sheet = openMailWindow();
  if (!sheet) return warn("The browser did not open a window. Allow this site to open windows, then try again.");
  try {
    const [template, { renderDocument }, { documentOf }] = await Promise.all([
      getTemplate(id),
      import("@/email"),
      import("@/workbench/document"),
    ]);
    sheet.show(renderDocument(documentOf(template)));
  } catch (error) {
    sheet.close();
    tell(error, "Failed to load template");
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
      { name: "Edit", icon: Pencil, letter: "E", href },
      { name: "Preview", icon: Eye, letter: "V", run: () => preview(id) },
      {
        name: "New campaign from this",
        icon: Send,
        letter: "N",
        href: `/campaigns?template=${id}#create-campaign`,
      },
      { name: "Duplicate", icon: Copy, letter: "D", run: () => duplicate({ id, name }) },
      { name: "Delete", icon: Trash2, letter: "⌫", takes: true, run: removeAndLeave },
    ],
  });
};
