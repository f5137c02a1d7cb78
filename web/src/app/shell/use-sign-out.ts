import { useEffect } from "react";
import { useLocation, useNavigate } from "react-router";
import { signOut } from "@/api/session";

const signsOut = (state: unknown) => typeof state === "object" && state !== null && "signOut" in state;

/**
 * Signs out by going home first, like any other way off a page: one with unsaved changes asks, and whoever stays there
 * stays signed in.
 */
export function useSignOut(): () => void {
  const navigate = useNavigate();
  return () => void navigate("/", { state: { signOut: true } });
}

/** Signs out whoever has arrived for it. */
export function useSigningOut() {
  const { state } = useLocation();
  const navigate = useNavigate();
  const leaves = signsOut(state);
  useEffect(() => {
    if (!leaves) return;
    // First, for this place in the history must not sign out whoever comes back to it.
    void Promise.resolve(navigate("/", { replace: true, state: null })).then(signOut);
  }, [leaves, navigate]);
}
