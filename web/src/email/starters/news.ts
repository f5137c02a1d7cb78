import {
  button,
  columns,
  divider,
  footer,
  heading,
  image,
  type Part,
  type Recipe,
  spacer,
  styled,
  text,
} from "./build";

const archive = "{{ archive_url }}";

const digest: Recipe = {
  id: "weekly-digest",
  name: "Weekly digest",
  description: "A few stories, each with a link to the whole.",
  subject: "This week: three things worth your time",
  preheader: "A short read, a long read, and a number.",
  theme: {
    textColor: "#25282d",
    headingColor: "#15181c",
    linkColor: "#b2351e",
    backgroundColor: "#efece6",
    dark: { backgroundColor: "#0f1114", contentBackgroundColor: "#171a1f", linkColor: "#f2917b" },
  },
  parts: (art) => {
    const story = (title: string, body: string): Part[] => [
      heading(2, title, { fontSize: "24px" }),
      text(body, `<a href="${archive}">Read “${title}”</a>`),
      divider("#e3ded4"),
    ];
    return [
      styled(text("<strong>{{ newsletter.name }}</strong>"), { fontSize: "14px", color: "#5f6570" }),
      heading(1, "Three things worth your time", { fontSize: "32px" }),
      image(art("press"), "Rows of printing blocks with shapes and letters", 520),
      text(
        'Good morning, {{ subscriber.first_name | default("reader") }}. Here is the week, sorted by how much it will matter in a year.',
      ),
      divider("#e3ded4"),
      ...story("The short read", "Two sentences that make somebody want the third. Say what changed and for whom."),
      ...story(
        "The long read",
        "What it argues, what it leaves out, and why it is still the best piece on the matter.",
      ),
      ...story(
        "The number",
        "<strong>One in five.</strong> A figure with its source, and the sentence that makes it mean something.",
      ),
      styled(text("That was the week. Answer this email with what we overlooked."), { margin: "0 0 24px 0" }),
      footer("#5f6570"),
    ];
  },
};

const product: Recipe = {
  id: "product-news",
  name: "Product news",
  description: "One large piece of news and the small ones beside it.",
  subject: "New: everything in one place",
  preheader: "The change you asked for most, and two small ones.",
  theme: {
    textColor: "#2a3140",
    headingColor: "#141b2b",
    linkColor: "#1c5fc4",
    backgroundColor: "#eef2f8",
    contentRadius: 12,
    button: { primaryColor: "#1c5fc4", outlineColor: "#1c5fc4", borderRadius: 8, fontSize: 16 },
    dark: {
      backgroundColor: "#0d121c",
      contentBackgroundColor: "#151c29",
      linkColor: "#8fb8ff",
      primaryColor: "#2a6fd8",
    },
  },
  parts: (art) => [
    styled(text("<strong>{{ newsletter.name }}</strong>"), { fontSize: "14px", color: "#55607a" }),
    {
      type: "hero-image",
      title: "Everything in one place",
      subtitle: "The change you asked for most",
      description: "What it does for them, in one sentence. What they have to do for it, in another.",
      imageSrc: art("lamp"),
      imageAlt: "A lamp that lights a dark room",
      imagePosition: "right",
      buttonText: "See how it works",
      buttonHref: archive,
    },
    divider("#dde4ef"),
    heading(2, "Also new"),
    columns(
      [
        [heading(3, "Faster search", { fontSize: "18px" }), text("Finds a word in the time it takes to type it.")],
        [heading(3, "Dark mode", { fontSize: "18px" }), text("Follows your system, or stays as you like it.")],
      ],
      { gap: 24 },
    ),
    heading(2, "Mended"),
    text(
      "<ul><li>Dates keep their time zone when they are copied.</li><li>The export no longer leaves out the last row.</li></ul>",
    ),
    button("All changes", archive, "outline"),
    divider("#dde4ef"),
    footer("#55607a"),
  ],
};

const reading: Recipe = {
  id: "reading-list",
  name: "Reading list",
  description: "Many links, a line to each.",
  subject: "Nine links for the weekend",
  preheader: "Sorted by how long they take.",
  theme: {
    fontFamily: "Verdana, Geneva, sans-serif",
    headingFontFamily: "Georgia, 'Times New Roman', serif",
    fontSize: 15,
    textColor: "#2c2c2c",
    headingColor: "#1f3d2b",
    linkColor: "#26623f",
    backgroundColor: "#edf2ec",
    contentBackgroundColor: "#ffffff",
    dark: { backgroundColor: "#101511", contentBackgroundColor: "#171e19", linkColor: "#8fd0a6" },
  },
  parts: () => {
    const links = (...lines: [string, string][]): Part =>
      text(
        `<ol>${lines.map(([title, why]) => `<li><p><a href="${archive}">${title}</a><br>${why}</p></li>`).join("")}</ol>`,
      );
    return [
      heading(1, "Nine links for the weekend"),
      text("No order but length. Take one from each part."),
      heading(2, "Two minutes", { fontSize: "20px" }),
      links(
        ["A map that changes how you see a street", "Open it on something larger than a phone."],
        ["The shortest argument for walking", "One paragraph, and it holds."],
        ["A recipe with three ingredients", "The fourth is patience."],
      ),
      heading(2, "Ten minutes", { fontSize: "20px" }),
      links(
        ["How the tide tables are made", "By people, it turns out."],
        ["What translators disagree about", "A single word, for forty years."],
        ["The last typesetter in town", "With the best photograph of the week."],
      ),
      heading(2, "An hour", { fontSize: "20px" }),
      links(
        ["A long conversation about small houses", "Begin at the second chapter."],
        ["The history of the question mark", "Better than it sounds."],
        ["A lecture on clouds", "For the drawings alone."],
      ),
      divider("#d5dfd4"),
      footer("#54615a"),
    ];
  },
};

const changelog: Recipe = {
  id: "release-notes",
  name: "Release notes",
  description: "What changed, for people who work with it.",
  subject: "Version 4.2: what changed",
  preheader: "One change needs your attention before the first of the month.",
  theme: {
    fontSize: 15,
    textColor: "#24292f",
    headingColor: "#24292f",
    linkColor: "#0a5fc2",
    backgroundColor: "#f0f1f3",
    contentPadding: 32,
    dark: { backgroundColor: "#0d1117", contentBackgroundColor: "#161b22", linkColor: "#79b8ff" },
  },
  parts: () => [
    styled(text("<code>4.2.0</code> · {{ newsletter.name }}"), { fontSize: "14px", color: "#57606a" }),
    heading(1, "What changed in 4.2", { fontSize: "28px" }),
    styled(
      text("<strong>Before you upgrade:</strong> tokens made before version 3 stop working on the first of the month."),
      { backgroundColor: "#fff4d6", color: "#4d3a00", padding: "16px", borderRadius: "8px" },
    ),
    heading(2, "Added", { fontSize: "20px" }),
    text("<ul><li>Exports can be filtered by date.</li><li>Every list answers with a total.</li></ul>"),
    heading(2, "Changed", { fontSize: "20px" }),
    text("<ul><li><code>limit</code> may be up to 1,000.</li><li>Errors name the field they are about.</li></ul>"),
    heading(2, "Mended", { fontSize: "20px" }),
    text("<ul><li>Two uploads at once no longer share a name.</li></ul>"),
    button("Read the whole list", archive, "secondary"),
    divider("#d8dee4"),
    footer("#57606a"),
  ],
};

const goods: Recipe = {
  id: "shop",
  name: "New in the shop",
  description: "A few goods with picture, price and a button each.",
  subject: "Two new things, made in small numbers",
  preheader: "A vase and a lamp, while there are some.",
  theme: {
    fontFamily: "Tahoma, Verdana, sans-serif",
    headingFontFamily: "Georgia, 'Times New Roman', serif",
    textColor: "#3a2f2a",
    headingColor: "#2b211d",
    linkColor: "#99422a",
    backgroundColor: "#f7ece4",
    contentBackgroundColor: "#fffaf5",
    button: { primaryColor: "#a8452b", borderRadius: 0, fontSize: 16, paddingX: 20 },
    dark: {
      backgroundColor: "#171210",
      contentBackgroundColor: "#211a17",
      linkColor: "#f0a58f",
      primaryColor: "#b24d32",
    },
  },
  parts: (art) => {
    const good = (picture: string, alt: string, name: string, price: string): Part[] => [
      image(art(picture), alt, 248),
      heading(2, name, { fontSize: "20px", textAlign: "center" }),
      styled(text(price), { textAlign: "center" }),
      styled(button("Have a look", archive), { textAlign: "center" }),
    ];
    return [
      heading(1, "Two new things", { textAlign: "center", fontSize: "36px" }),
      styled(text("Made in small numbers. When they are gone, they are gone."), { textAlign: "center" }),
      columns(
        [
          good("vase", "A white vase with three round flowers", "The round vase", "24 pieces, 68.00"),
          good("lamp", "A brass lamp that is switched on", "The evening lamp", "12 pieces, 140.00"),
        ],
        { gap: 24 },
      ),
      spacer(16),
      {
        type: "social",
        platforms: { instagram: "https://www.instagram.com/", facebook: "https://www.facebook.com/" },
        display: "names",
        style: { textAlign: "center" },
      },
      divider("#ead9cc"),
      footer("#6e5a50"),
    ];
  },
};

export const news: Recipe[] = [digest, product, reading, changelog, goods];
