#!/usr/bin/env node
// Lets a fresh clone go on with what an earlier clone in the same place built: tools/keep-times.mjs restore|save TARGET
//
// Cargo goes by the times of files, and those of a fresh clone are all of now, so that it would build everything anew. `save`
// writes down, after a build, which contents had which times; `restore` gives them back to files that have the same contents.
// Whatever differs keeps its own, later time. Where anything was built in between, nothing is restored.
import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const [, , step, target = "target"] = process.argv;
const kept = join(target, "times-of-sources.json");
const place = process.cwd();
const git = (...args) => execFileSync("git", args, { encoding: "utf8", maxBuffer: 2 ** 28 });

/**
 * Path and content, by Git's name for it, of every file; none where files differ from what Git knows of them, or Git knows
 * nothing: then all is built anew.
 */
function tracked() {
  try {
    if (git("status", "--porcelain", "--untracked-files=no") !== "") return [];
    const line = /^\d+ ([0-9a-f]+) 0\t(.*)$/s;
    return git("ls-files", "-s", "-z").split("\0").flatMap((one) => {
      const [, content, path] = line.exec(one) ?? [];
      return path ? [[path, content]] : [];
    });
  } catch {
    return [];
  }
}

/** The first two folders of a path. */
const crateOf = (path) => path.split("/").slice(0, -1).slice(0, 2).join("/");

/** When Cargo last began to compile something. */
function lastBuilt() {
  const times = ["debug", "release", "instructions"].flatMap((profile) => {
    const folder = join(target, profile, ".fingerprint");
    if (!existsSync(folder)) return [];
    return readdirSync(folder).map((unit) => {
      const stamp = join(folder, unit, "invoked.timestamp");
      return existsSync(stamp) ? statSync(stamp).mtimeMs : 0;
    });
  });
  return Math.max(0, ...times);
}

if (step === "save") {
  const files = Object.fromEntries(tracked().map(([path, content]) => [path, [content, statSync(path).mtimeMs]]));
  writeFileSync(kept, JSON.stringify({ place, lastBuilt: lastBuilt(), files }));
} else if (existsSync(kept)) {
  const known = JSON.parse(readFileSync(kept, "utf8"));
  if (known.place === place && known.lastBuilt === lastBuilt()) {
    const now = tracked();
    const there = new Set(now.map(([path]) => path));
    // What reads a whole folder, as migrations are, knows nothing of a file that came or went.
    const added = now.filter(([path]) => !known.files[path]).map(([path]) => crateOf(path));
    const removed = Object.keys(known.files).flatMap((path) => (there.has(path) ? [] : [crateOf(path)]));
    const others = new Set([...added, ...removed]);
    for (const [path, content] of now) {
      const [before, time] = known.files[path] ?? [];
      if (before === content && !others.has(crateOf(path))) utimesSync(path, time / 1000, time / 1000);
    }
  }
}
