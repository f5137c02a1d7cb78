import { createContext, useContext } from "react";
import type { Theme } from "@/email/types";
import type { CanvasElements } from "./elements";

export interface CanvasLook {
  theme: Theme;
  /** Columns that stack stand below one another. */
  stacked: boolean;
}

const LookContext = createContext<CanvasLook | null>(null);
export const LookProvider = LookContext.Provider;

export function useLook(): CanvasLook {
  const look = useContext(LookContext);
  if (!look) throw new Error("Blocks are shown on a canvas");
  return look;
}

const ElementsContext = createContext<CanvasElements | null>(null);
export const ElementsProvider = ElementsContext.Provider;

export function useElements(): CanvasElements {
  const elements = useContext(ElementsContext);
  if (!elements) throw new Error("Blocks are shown on a canvas");
  return elements;
}
