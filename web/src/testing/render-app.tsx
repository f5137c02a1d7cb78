import { render } from "@testing-library/react";
import { App } from "@/app/app";

/** The whole app at one address, so that a test walks the way an author does. */
export function renderApp(path: string) {
  history.replaceState(null, "", path);
  return render(<App />);
}
