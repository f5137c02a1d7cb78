// Keep in step with src/lib/theme.ts: same key, same rules.
(() => {
  let choice = null;
  try {
    choice = localStorage.getItem("letterpress-theme");
  } catch {
    // Storage can be forbidden; the site default then holds.
  }
  const asked = choice !== null && choice !== "dark";
  const light = asked && (choice === "light" || matchMedia("(prefers-color-scheme: light)").matches);
  const root = document.documentElement;
  root.classList.toggle("dark", !light);
  root.classList.toggle("light", light);
  const meta = document.querySelector('meta[name="theme-color"]');
  if (meta) meta.setAttribute("content", light ? "#faf8f4" : "#0d0f12");
})();
