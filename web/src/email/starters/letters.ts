import { button, columns, divider, footer, heading, image, type Recipe, spacer, styled, text } from "./build";

const serif = "Georgia, 'Times New Roman', serif";

const plainLetter: Recipe = {
  id: "plain-letter",
  name: "Plain letter",
  description: "Only words, as one person writes to another.",
  subject: "A few lines from me",
  preheader: "Nothing to click, just something I wanted to tell you.",
  theme: {
    fontFamily: serif,
    headingFontFamily: serif,
    fontSize: 18,
    lineHeight: 1.65,
    textColor: "#23252a",
    headingColor: "#23252a",
    linkColor: "#9c2f1b",
    backgroundColor: "#ffffff",
    dark: { backgroundColor: "#16181c", contentBackgroundColor: "#16181c", linkColor: "#f0907c" },
  },
  parts: () => [
    text(
      'Dear {{ subscriber.first_name | default("reader") }},',
      "This letter has no pictures and no buttons. It is the shape most people answer to, because it looks like what it is: one person writing to another.",
      "Begin with what happened. Say plainly what you think about it. Then stop, a sentence earlier than feels natural.",
      "<blockquote><p>If one line should be remembered, give it a paragraph of its own.</p></blockquote>",
      "Ask one question at the end, and mean it. Readers write back to questions.",
      "Until next time",
    ),
    divider("#d9d4ca"),
    footer("#5d6068"),
  ],
};

const essay: Recipe = {
  id: "essay",
  name: "Essay",
  description: "One long piece, set for reading.",
  subject: "On making things slowly",
  preheader: "About nine minutes, best with something warm to drink.",
  theme: {
    fontFamily: serif,
    headingFontFamily: serif,
    fontSize: 18,
    lineHeight: 1.7,
    textColor: "#2a2622",
    headingColor: "#1c1916",
    linkColor: "#8a3a22",
    backgroundColor: "#f6f1e7",
    contentBackgroundColor: "#fffdf8",
    dark: { backgroundColor: "#171512", contentBackgroundColor: "#1f1c18", linkColor: "#eb9b7f" },
  },
  parts: (art) => [
    styled(text("{{ newsletter.name }}"), { textAlign: "center", fontSize: "14px", color: "#6b6257" }),
    heading(1, "On making things slowly", { textAlign: "center", fontSize: "36px" }),
    styled(text("About nine minutes"), { textAlign: "center", fontSize: "14px", color: "#6b6257" }),
    image(art("desk"), "An open book on a desk, with a pencil and a steaming cup", 520),
    spacer(8),
    text(
      "Set the scene in the first paragraph: a place, a moment, something seen. Leave the argument for later; nobody follows one before they trust the voice.",
      "The second paragraph turns. Here the reader learns why this is worth nine minutes, in words they could repeat to a friend.",
    ),
    heading(2, "The part in the middle"),
    text(
      "Give long pieces a heading every few hundred words. It is a rest for the eye, and for those who skim, a table of contents.",
      "<blockquote><p>A quotation earns its place when it says what you could not.</p></blockquote>",
      "Then come down to something concrete again: a figure, a tool, a day.",
    ),
    heading(2, "Where it leaves us"),
    text("End on an image rather than on a summary. The reader was there; they do not need to be told what they read."),
    divider("#ddd3c0"),
    styled(text("Liked it? Forward it to one person who would as well."), { textAlign: "center" }),
    footer("#6b6257"),
  ],
};

const journal: Recipe = {
  id: "photo-journal",
  name: "Photo journal",
  description: "Large pictures with a few words to each.",
  subject: "Postcards from the coast",
  preheader: "Two pictures and what does not show in them.",
  theme: {
    fontFamily: "'Trebuchet MS', Tahoma, sans-serif",
    headingFontFamily: serif,
    textColor: "#263238",
    headingColor: "#17323a",
    linkColor: "#1f6273",
    backgroundColor: "#e9f0f0",
    contentBackgroundColor: "#ffffff",
    contentPadding: 32,
    contentRadius: 8,
    dark: { backgroundColor: "#0f1719", contentBackgroundColor: "#162124", linkColor: "#8ccfdd" },
  },
  parts: (art) => [
    heading(1, "Postcards from the coast", { fontSize: "32px" }),
    text("Two pictures this time, and a few words on what does not show in them."),
    image(art("coast"), "A red sun over the sea, and a lighthouse on a dark cliff", 536),
    heading(2, "The last light", { fontSize: "24px" }),
    text("It stood like that for four minutes. Write here what you heard, or what you were waiting for."),
    image(art("peaks"), "Snow on two mountains behind a row of firs", 536),
    heading(2, "And inland, snow", { fontSize: "24px" }),
    text("A picture says where you were. The words say why you stayed."),
    columns(
      [
        [styled(text("<strong>Next month</strong><br>The harbour in fog"), { margin: "0" })],
        [
          styled(text('<strong>All pictures</strong><br><a href="{{ archive_url }}">Open the archive</a>'), {
            margin: "0",
          }),
        ],
      ],
      { gap: 24, style: { backgroundColor: "#eef4f4", padding: "20px" } },
    ),
    spacer(16),
    footer("#52656b"),
  ],
};

const welcome: Recipe = {
  id: "welcome",
  name: "Welcome",
  description: "The first email after somebody subscribed.",
  subject: "Welcome to {{ newsletter.name }}",
  preheader: "What comes, how often, and where to begin.",
  theme: {
    textColor: "#2b2f36",
    headingColor: "#1d2430",
    linkColor: "#b53a22",
    backgroundColor: "#f6f1e7",
    contentRadius: 12,
    button: { primaryColor: "#c93f25", borderRadius: 24, fontSize: 16 },
    dark: {
      backgroundColor: "#12141a",
      contentBackgroundColor: "#1b1f27",
      linkColor: "#f2937e",
      primaryColor: "#c93f25",
    },
  },
  parts: (art) => [
    image(art("morning"), "A large red sun rising over blue hills", 520),
    heading(1, 'Good to have you, {{ subscriber.first_name | default("friend") }}', { textAlign: "center" }),
    styled(text("Here is what you signed up for, in three lines."), { textAlign: "center" }),
    columns(
      [
        [heading(2, "1. Weekly", { fontSize: "20px" }), text("One email on a weekday morning. Never two.")],
        [heading(2, "2. Short", { fontSize: "20px" }), text("Five minutes, and the best part comes first.")],
        [heading(2, "3. Yours", { fontSize: "20px" }), text("Answer any email. A person reads it.")],
      ],
      { gap: 20 },
    ),
    spacer(8),
    styled(button("Read what you missed", "{{ archive_url }}"), { textAlign: "center" }),
    divider("#e6dfd0"),
    footer("#5f6570"),
  ],
};

export const letters: Recipe[] = [plainLetter, essay, journal, welcome];
