import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { App } from "./app/app";
import { prefetchOnHint, prefetchPage, prefetchPages } from "./app/pages";
import { whenIdle } from "./lib/idle";
import { wasSignedIn } from "./lib/signed-in";
import "./styles.css";

// The code of the page comes while the server says who is signed in.
if (wasSignedIn()) void prefetchPage(location.pathname);

const root = document.getElementById("root");
if (!root) throw new Error("The page has no root element.");
createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
);

prefetchOnHint();
// When nothing else is loading: what the author looks at comes first.
addEventListener("load", () => whenIdle(() => void prefetchPages()));
