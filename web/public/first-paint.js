// What the first picture of a page depends on. Keep in step with src/lib/theme.ts and src/lib/signed-in.ts: same keys, same
// rules.
(() => {
  let choice = null;
  let signedIn = false;
  try {
    choice = localStorage.getItem("letterpress-theme");
    signedIn = localStorage.getItem("letterpress-signed-in") !== null;
  } catch {
    // Storage can be forbidden; the site default then holds.
  }
  const asked = choice !== null && choice !== "dark";
  const light = asked && (choice === "light" || matchMedia("(prefers-color-scheme: light)").matches);
  const root = document.documentElement;
  root.classList.toggle("dark", !light);
  root.classList.toggle("light", light);
  root.classList.toggle("signed-in", signedIn);
  const meta = document.querySelector('meta[name="theme-color"]');
  if (meta) meta.setAttribute("content", light ? "#faf8f4" : "#0d0f12");
})();
