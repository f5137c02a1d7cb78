import { Copy, Eye, Pencil, Send, Trash2 } from "lucide-react";
import { useLocation, useNavigate } from "react-router";
import { reloadTemplates } from "@/api/templates";
import type { ThingActions } from "@/features/search/things";
import { useTemplateActions } from "@/features/templates/actions";
import { previewTemplate } from "@/features/templates/preview";

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
      { name: "Preview", icon: Eye, letter: "V", run: () => previewTemplate(id) },
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
