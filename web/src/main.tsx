import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { App } from "./app/app";
import { prefetchPages } from "./app/routes";
import "./styles.css";

const root = document.getElementById("root");
if (!root) throw new Error("The page has no root element.");
createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
);

// When nothing else is loading: what the author looks at comes first.
const AFTER_MS = 2000;
addEventListener("load", () => setTimeout(() => void prefetchPages(), AFTER_MS));
