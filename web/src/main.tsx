import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { App } from "./app/app";
import { prefetchOnHint, prefetchPages } from "./app/pages";
import "./styles.css";

const root = document.getElementById("root");
if (!root) throw new Error("The page has no root element.");
createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
);

prefetchOnHint();
// When nothing else is loading: what the author looks at comes first.
const whenIdle = globalThis.requestIdleCallback ?? ((work: () => void) => setTimeout(work, 500));
addEventListener("load", () => whenIdle(() => void prefetchPages(), { timeout: 2000 }));
