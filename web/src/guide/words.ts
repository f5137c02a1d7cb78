export const say = {
  // pages
  start: "Start",
  write: "Write",
  deliver: "Deliver",
  operate: "Operate",
  build: "Build",
  more: "More",
};
