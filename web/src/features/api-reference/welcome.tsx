import { Link } from "react-router";
import type { ApiDocument } from "@/api/document";
import { pageOf } from "@/guide/pages";
import { guidePath } from "@/lib/paths";
import { CodeBlock } from "@/ui/markdown/code-block";
import { Rich } from "@/ui/rich";
import { Card } from "@/ui/surface";
import { say } from "./words";

const guides = ["api", "errors", "webhooks"].flatMap((slug) => pageOf(slug) ?? []);

const strong = (inner: string) => <strong className="font-medium">{inner}</strong>;
const code = (inner: string) => <code className="font-mono text-13">{inner}</code>;
const small = (inner: string) => <code className="font-mono text-12">{inner}</code>;
const toKeys = (inner: string) => (
  <Link to="/settings#api-settings" className="link">
    {inner}
  </Link>
);
const toDocument = (inner: string) => (
  <a href="/api/openapi.json" className="link">
    {inner}
  </a>
);

/** What all calls share, in the few sentences one needs to make the first. */
export function Welcome({ document }: { document: ApiDocument }) {
  return (
    <div className="max-w-[680px]">
      <h2 className="font-medium font-serif text-2xl tracking-[-0.01em]">{say.theFirstCall}</h2>
      <p className="mt-3">
        <Rich text={say.firstCallHow} parts={{ link: toKeys, code }} />
      </p>
      <CodeBlock className="mt-4" label={say.theFirstCall2} code={say.exportLETTERPRESSAPIKEYCurl(location.origin)} />
      <Card className="mt-6 divide-y divide-line text-13">
        {[say.listsPage, say.postsRepeat].map((text) => (
          <p key={text} className="px-4 py-3">
            <Rich text={text} parts={{ strong, code: small }} />
          </p>
        ))}
        <p className="px-4 py-3">
          <Rich
            text={say.wholeDescription(document.openapi, document.info.version)}
            parts={{ strong, link: toDocument }}
          />
        </p>
        {guides.map((guide) => (
          <p key={guide.slug} className="px-4 py-3">
            <strong className="font-medium">{say.inTheGuide}</strong>{" "}
            <Link to={guidePath(guide.slug)} className="link">
              {guide.title}
            </Link>
          </p>
        ))}
      </Card>
    </div>
  );
}
