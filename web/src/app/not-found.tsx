import { Link } from "react-router";
import { useTitle } from "@/lib/hooks";
import { Button } from "@/ui/button";
import { Empty } from "@/ui/empty";

export function NotFound() {
  useTitle("Page not found");
  return (
    <div className="mx-auto mt-10 max-w-2xl">
      <h1 className="sr-only">Page not found</h1>
      <Empty
        drawing="page"
        title="Page not found"
        text="Sorry, we couldn't find the page you're looking for."
        action={
          <Button asChild look="accent">
            <Link to="/">Back to home</Link>
          </Button>
        }
      />
    </div>
  );
}
