import { Copy, Eye, Pencil, Send, Trash2 } from "lucide-react";
import { useLocation, useNavigate } from "react-router";
import { reloadTemplates } from "@/api/templates";
import type { ThingActions } from "@/features/search/things";
import { useTemplateActions } from "@/features/templates/actions";
import { previewTemplate } from "@/features/templates/preview";
import { say } from "../words";

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
      { name: say.preview, icon: Eye, letter: "V", run: () => previewTemplate(id) },
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
