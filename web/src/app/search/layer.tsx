import { createContext, type ReactNode, useCallback, useContext, useEffect, useState } from "react";
import { useLocation } from "react-router";

/** What is shown above the page, made with the way to close it. */
type Layer = (close: () => void) => ReactNode;

const LayerContext = createContext<(layer: Layer) => void>(() => undefined);

/** Shows a dialog that belongs to no page: it outlives the search that opened it. */
export const useLayer = () => useContext(LayerContext);
export const LayerProvider = LayerContext.Provider;

/** The layer that is open, and how another is shown. It goes with the page above which it was opened. */
export function useLayers(): [ReactNode, (layer: Layer) => void] {
  const [layer, setLayer] = useState<{ show: Layer } | null>(null);
  const { pathname } = useLocation();
  const close = useCallback(() => setLayer(null), []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page ends it
  useEffect(close, [pathname]);
  return [layer?.show(close), useCallback((show: Layer) => setLayer({ show }), [])];
}
