import { Link } from "react-router";
import { useTitle } from "@/lib/hooks";
import { Button } from "@/ui/button";
import { Empty } from "@/ui/empty";
import { say } from "./words";

export function NotFound() {
  useTitle(say.pageNotFound);
  return (
    <div className="mx-auto mt-10 max-w-2xl">
      <h1 className="sr-only">{say.pageNotFound}</h1>
      <Empty
        drawing="page"
        title={say.pageNotFound}
        text={say.sorryWeCouldntFindThe}
        action={
          <Button asChild look="accent">
            <Link to="/">{say.backToHome}</Link>
          </Button>
        }
      />
    </div>
  );
}
