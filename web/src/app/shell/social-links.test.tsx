import { render, screen, waitFor } from "@testing-library/react";
import { SWRConfig } from "swr";
import { afterEach, expect, test } from "vitest";
import { useInstallation } from "@/api/installation";
import { signOut } from "@/api/session";
import { fakeServer } from "@/testing/fake-server";
import { SocialLinks } from "./social-links";

afterEach(() => signOut());

/** Seen when the answer is there. */
const Probe = () => (useInstallation().data ? <p>read</p> : null);

function show(social_links?: string[]) {
  fakeServer({
    "GET /api/installation": () => ({
      body: { version: "0.0.0", restored_at: null, sending_held: false, can_confirm: false, social_links },
    }),
  });
  render(
    <SWRConfig value={{ provider: () => new Map() }}>
      <SocialLinks />
      <Probe />
    </SWRConfig>,
  );
}

test("each page is named by its network, else by its host", async () => {
  const links = {
    "https://www.facebook.com/example": "Facebook",
    "https://x.com/example": "X (/example)",
    "https://twitter.com/other": "X (/other)",
    "https://mastodon.social/@example": "Mastodon",
    "https://bsky.app/profile/example.com": "Bluesky",
    "https://www.notgithub.com/example": "notgithub.com",
    "https://gist.github.com/example": "GitHub",
    "https://de.linkedin.com/in/example": "LinkedIn",
  };
  show(Object.keys(links));
  await waitFor(() => expect(screen.getAllByRole("link")).toHaveLength(8));
  for (const [address, name] of Object.entries(links)) {
    const link = screen.getByRole("link", { name });
    expect(link.getAttribute("href")).toBe(address);
    expect(link.getAttribute("rel")).toBe("noopener noreferrer me");
    expect(link.querySelector("svg path")).toBeTruthy();
  }
});

test.each([[undefined], [[]], [["http://example.com", "javascript:alert(1)", "https://"]]])(
  "nothing stands there for %j",
  async (given) => {
    show(given);
    await screen.findByText("read");
    expect(screen.queryByRole("list")).toBeNull();
  },
);
