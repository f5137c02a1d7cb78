import EditorPage from "@/features/templates/editor-page";
import { lazyCode } from "@/lib/code";

const Test = lazyCode(() => import("@/features/campaigns/template-test"));

/** The editor of templates, with what campaigns know of tests. */
export default function TemplateEditor() {
  return <EditorPage Test={Test} />;
}
