import { button, columns, divider, footer, heading, image, type Recipe, spacer, styled, text } from "./build";

const archive = "{{ archive_url }}";

const invitation: Recipe = {
  id: "invitation",
  name: "Invitation",
  description: "An evening, a place, and a way to say yes.",
  subject: "You are invited: an evening under the lights",
  preheader: "Friday at seven. Bring somebody.",
  theme: {
    fontFamily: "Georgia, 'Times New Roman', serif",
    headingFontFamily: "Georgia, 'Times New Roman', serif",
    fontSize: 18,
    textColor: "#e9e6f2",
    headingColor: "#ffffff",
    linkColor: "#f3c66f",
    backgroundColor: "#171c30",
    contentBackgroundColor: "#232b45",
    button: { primaryColor: "#e5b04c", primaryTextColor: "#1d2430", borderRadius: 4 },
    dark: {
      backgroundColor: "#0e1120",
      contentBackgroundColor: "#1c2339",
      textColor: "#e9e6f2",
      linkColor: "#f3c66f",
      primaryColor: "#e5b04c",
      primaryTextColor: "#1d2430",
    },
  },
  parts: (art) => [
    image(art("evening"), "Coloured lights over a stage and a crowd", 520),
    heading(1, "An evening under the lights", { textAlign: "center", fontSize: "36px" }),
    styled(text('Dear {{ subscriber.first_name | default("friend") }}, one evening a year we meet in person.'), {
      textAlign: "center",
    }),
    columns(
      [
        [styled(text("<strong>When</strong><br>Friday, seven o’clock"), { textAlign: "center", margin: "0" })],
        [styled(text("<strong>Where</strong><br>The yard behind the press"), { textAlign: "center", margin: "0" })],
      ],
      { gap: 16, style: { padding: "16px 0" } },
    ),
    styled(button("I will be there", archive), { textAlign: "center" }),
    spacer(8),
    styled(text("Cannot come? Answer this email and tell us what you would have liked to hear."), {
      textAlign: "center",
    }),
    divider("#47507a"),
    footer("#b9bdd4"),
  ],
};

const appeal: Recipe = {
  id: "appeal",
  name: "Appeal",
  description: "Ask for support, and say what it pays for.",
  subject: "What your support makes possible",
  preheader: "A small sum from many people keeps this going.",
  theme: {
    textColor: "#2b2a33",
    headingColor: "#1d2430",
    linkColor: "#205a68",
    backgroundColor: "#eef3f3",
    contentRadius: 8,
    button: { primaryColor: "#26697a", borderRadius: 6 },
    dark: {
      backgroundColor: "#0f1517",
      contentBackgroundColor: "#182022",
      linkColor: "#8fcbd8",
      primaryColor: "#2b7487",
    },
  },
  parts: (art) => [
    {
      type: "hero",
      title: "Many hands, one newsletter",
      subtitle: "What your support makes possible",
      description: "It has no advertising and nobody above it. It has its readers.",
      buttonText: "Give a little",
      buttonHref: archive,
      style: { backgroundColor: "#dfecec", padding: "32px", borderRadius: "8px" },
    },
    image(art("circle"), "Five smiling circles in different colours", 520),
    heading(2, "Where it goes"),
    columns(
      [
        [heading(3, "Half", { fontSize: "24px" }), text("pays the people who write and check it.")],
        [heading(3, "A third", { fontSize: "24px" }), text("pays travel, so that we can go and look.")],
        [heading(3, "The rest", { fontSize: "24px" }), text("pays for sending it to you.")],
      ],
      { gap: 20 },
    ),
    text("If this is not the moment, that is fine: keep reading, and forward it to somebody who would as well."),
    styled(button("Give a little", archive), { textAlign: "center" }),
    divider("#cfdedf"),
    footer("#4f5f63"),
  ],
};

export const occasions: Recipe[] = [invitation, appeal];
