/**
 * Whether somebody was signed in here when this browser was last used: then the frame of the dashboard is the first picture,
 * and its code is asked for at once. No promise: the server decides. Keep in step with public/first-paint.js.
 */
const KEY = "letterpress-signed-in";

export function wasSignedIn(): boolean {
  try {
    return localStorage.getItem(KEY) !== null;
  } catch {
    return false;
  }
}

export function rememberSignedIn(signedIn: boolean) {
  try {
    if (signedIn) localStorage.setItem(KEY, "yes");
    else localStorage.removeItem(KEY);
  } catch {
    // The next first picture is an empty one.
  }
}
