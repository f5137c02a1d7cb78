import type { ConfigData } from "html-validate";

/** Recommended rules, less those that are about web pages. Each that is off has its reason. */
export const validation: ConfigData = {
  root: true,
  extends: ["html-validate:recommended"],
  rules: {
    // Mail programs throw style sheets away: what matters stands at the element.
    "no-inline-style": "off",
    // `align`, `bgcolor` and `width` are what the Word engine of Outlook reads.
    "no-deprecated-attr": "off",
    "attribute-boolean-style": "off",
    // That engine is reached through conditional comments.
    "no-conditional-comment": "off",
    // Short markup is the aim: Gmail cuts off behind 102 KB.
    "doctype-style": "off",
    "void-style": "off",
    "attr-quotes": "off",
    "prefer-tbody": "off",
    // The role is for programs that put the mail into a page of their own, where <article> may be stripped.
    "prefer-native-element": "off",
    // "telephone=no" is not a number, and a subject may be as long as its author likes.
    "long-title": "off",
    "tel-non-breaking": "off",
    // A reader's default may hold `&`, and merge tags are kept byte for byte.
    "no-raw-characters": "off",
    // What an author leaves empty is told by the checks of the editor, not by changing the mail.
    "empty-heading": "off",
    "text-content": "off",
    "wcag/h30": "off",
    "wcag/h37": "off",
  },
};
