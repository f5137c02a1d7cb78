import { useCallback, useState } from "react";
import { useLocation, useNavigate } from "react-router";

/** The token of a mailed link. It stands behind the # so that no server logs it, and can be taken out of the address. */
export function useToken(): [token: string, forget: () => void] {
  const { hash, pathname } = useLocation();
  const navigate = useNavigate();
  const [token] = useState(() => new URLSearchParams(hash.slice(1)).get("token") ?? "");
  const forget = useCallback(() => void navigate(pathname, { replace: true }), [navigate, pathname]);
  return [token, forget];
}
