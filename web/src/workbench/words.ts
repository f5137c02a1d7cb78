export const say = {
  // document
  untitledTemplate: "Untitled Template",
  // host
  thePictureCouldNotBe: "The picture could not be uploaded.",
  // open-preview
  theBrowserDidNotOpen: "The browser did not open a window. Allow this site to open windows, then try again.",
  // thumbnail
  preview: "Preview",
};
