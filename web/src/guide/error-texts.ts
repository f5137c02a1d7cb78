/** The pages about errors, which come together: the search would ask for each of them. */
export const texts = import.meta.glob<string>("../../../docs/guide/errors/*.md", {
  query: "?raw",
  import: "default",
  eager: true,
});
