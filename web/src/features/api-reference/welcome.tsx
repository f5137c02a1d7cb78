import { Link } from "react-router";
import type { ApiDocument } from "@/api/document";
import { pageOf } from "@/guide/pages";
import { guidePath } from "@/lib/paths";
import { CodeBlock } from "@/ui/markdown/code-block";
import { Card } from "@/ui/surface";

const guides = ["api", "webhooks"].flatMap((slug) => pageOf(slug) ?? []);

/** What all calls share, in the few sentences one needs to make the first. */
export function Welcome({ document }: { document: ApiDocument }) {
  return (
    <div className="max-w-[680px]">
      <h2 className="font-medium font-serif text-2xl tracking-[-0.01em]">The first call</h2>
      <p className="mt-3">
        Create a key under{" "}
        <Link to="/settings#api-settings" className="link">
          Settings, API Settings
        </Link>{" "}
        and send it with every call. Errors are JSON with a sentence in{" "}
        <code className="font-mono text-13">detail</code>.
      </p>
      <CodeBlock
        className="mt-4"
        label="the first call"
        code={`export LETTERPRESS_API_KEY=…\ncurl '${location.origin}/api/newsletters' \\\n  -H "Authorization: Bearer $LETTERPRESS_API_KEY"`}
      />
      <Card className="mt-6 divide-y divide-line text-13">
        <p className="px-4 py-3">
          <strong className="font-medium">Lists</strong> come in pages: follow the{" "}
          <code className="font-mono text-12">Link</code> header while it has a{" "}
          <code className="font-mono text-12">next</code>.
        </p>
        <p className="px-4 py-3">
          <strong className="font-medium">A POST may be repeated</strong> with the same{" "}
          <code className="font-mono text-12">Idempotency-Key</code>: nothing happens twice.
        </p>
        <p className="px-4 py-3">
          <strong className="font-medium">For programs</strong> the whole description is{" "}
          <a href="/api/openapi.json" className="link">
            an OpenAPI {document.openapi} document
          </a>
          , version {document.info.version}.
        </p>
        {guides.map((guide) => (
          <p key={guide.slug} className="px-4 py-3">
            <strong className="font-medium">In the guide:</strong>{" "}
            <Link to={guidePath(guide.slug)} className="link">
              {guide.title}
            </Link>
          </p>
        ))}
      </Card>
    </div>
  );
}
