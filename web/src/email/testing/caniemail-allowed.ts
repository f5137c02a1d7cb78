/**
 * What the goldens use although some program does not know it, and why the mail is right there all the same. A new
 * finding has to be mended, or explained here.
 */

const sheet = "Only in the style sheet, which improves a mail that is right without it.";
const dark = "Dark mode only; without it the light mail is shown.";
const degrades = "Looks plainer where it is unknown, and stays readable.";
const partly = "Known in part; what is used is the part that is known, or has a fallback beside it.";

export const allowed: Record<string, string> = {
  ":not": dark,
  "Attribute selector": dark,
  "Chaining selectors": dark,
  "Descendant combinator": dark,
  "!important keyword": sheet,
  "@media": "Columns stack without it; phones get smaller paddings by it.",
  "<style> element": sheet,
  "Class selector": sheet,
  "Type selector": sheet,
  "<body> element": "Its colours and language stand on the tables inside as well.",
  "<ul>, <ol> and <dl>": "Margins are written out for the Word engine.",
  "Local anchors": "Only the sample address “#”, which the checks of the editor refuse to leave.",
  "align attribute": partly,
  "aria-hidden attribute": "Screen readers hear one word more.",
  "aria-label attribute": "Names stand as text, or as alternative texts, beside it.",
  "aspect-ratio": "Pictures keep their natural proportions.",
  background: partly,
  border: partly,
  "border-radius": `${degrades} Outlook draws round buttons from VML.`,
  "dir attribute": "It stands on the page, the frame and the cell inside.",
  display: "Outlook for Windows takes columns from a table of its own.",
  "display:none": "The preheader is hidden by several means at once.",
  opacity: "The preheader is hidden by several means at once.",
  overflow: "The preheader is hidden by several means at once.",
  "font-size": partly,
  "font-weight": partly,
  "height attribute": partly,
  "height property": "Pictures have their width; spacers have the attribute and the height of a line.",
  "lang attribute": "It stands on the page, the frame and the cell inside.",
  "line-height": partly,
  margin: "Zero, or inside cells whose padding makes the room.",
  "max-width": "Outlook for Windows takes widths from a table of its own.",
  padding: "On cells and on the anchors of buttons, which Outlook for Windows draws from VML.",
  "role attribute": "Tables are layout; where the role is dropped they are read as tables.",
  "target attribute": "Mail programs open links in a window of their own anyway.",
  "text-align": partly,
  "text-decoration": partly,
  "white-space": "Code keeps its lines by <pre>.",
  "width attribute": partly,
  "width property": "The attribute says the same.",
  "word-break": "Long words run on, as they do everywhere.",
};
