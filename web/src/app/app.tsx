import { useEffect, useState } from "react";
import { createBrowserRouter, RouterProvider } from "react-router";
import { Toaster } from "sonner";
import { useMedia } from "@/lib/hooks";
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

/** Below the top bar, where no button of a sheet is. */
const below = { top: 64 };

export function App() {
  // Made with the app, for a router reads the address when it is made. One that holds its state lets pages ask
  // before they are left.
  const [router] = useState(() => createBrowserRouter([{ path: "*", element: <AppRoutes /> }]));
  const theme = isLight(useThemeChoice()) ? "light" : "dark";
  const small = useMedia("(max-width: 639px)");
  useEffect(watchTheme, []);
  return (
    <ConfirmProvider>
      <RouterProvider router={router} />
      <Toaster
        theme={theme}
        position={small ? "top-center" : "bottom-right"}
        {...(small ? { offset: below, mobileOffset: below } : {})}
        closeButton
        toastOptions={{ classNames: toastClasses }}
      />
    </ConfirmProvider>
  );
}
