import { useEffect, useState } from "react";
import { createBrowserRouter, RouterProvider } from "react-router";
import { Toaster } from "sonner";
import { isLight, useThemeChoice, watchTheme } from "@/lib/theme";
import { ConfirmProvider } from "@/ui/confirm";
import { AppRoutes } from "./routes";

const toastClasses = {
  toast: "!rounded-card !border-line !bg-surface !text-text !font-sans !shadow-float",
  description: "!text-muted",
  closeButton: "!border-line !bg-surface !text-muted",
  success: "[&_[data-icon]]:!text-green",
  error: "[&_[data-icon]]:!text-red",
};

export function App() {
  // Made with the app, for a router reads the address when it is made. One that holds its state lets pages ask
  // before they are left.
  const [router] = useState(() => createBrowserRouter([{ path: "*", element: <AppRoutes /> }]));
  const theme = isLight(useThemeChoice()) ? "light" : "dark";
  useEffect(watchTheme, []);
  return (
    <ConfirmProvider>
      <RouterProvider router={router} />
      <Toaster theme={theme} position="bottom-right" closeButton toastOptions={{ classNames: toastClasses }} />
    </ConfirmProvider>
  );
}
