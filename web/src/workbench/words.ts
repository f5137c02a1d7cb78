export const say = {
  // document
  untitledTemplate: "Untitled Template",
  // host
  thePictureCouldNotBe: "The image couldn't be uploaded.",
  // open-preview
  theBrowserDidNotOpen: "Your browser blocked the window. Allow pop-ups for this site, then try again.",
  // thumbnail
  preview: "Preview",
};
