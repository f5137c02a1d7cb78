// What those share that bring programs of others: tools/with-peers and tools/keycloak.
"use strict";

const { spawnSync } = require("node:child_process");
const fs = require("node:fs");
const os = require("node:os");
const path = require("node:path");

const MINUTES = 10;

const home = process.env.LETTERPRESS_PEERS_HOME || path.join(os.homedir(), ".cache/letterpress-peers");

/** A line for whoever waits. */
function tell(line) {
  console.error(`${path.basename(process.argv[1])}: ${line}`);
}

/** A folder that others are served from once it is whole. */
function brought(home, name, make) {
  const folder = path.join(home, name);
  if (fs.existsSync(folder)) return;
  const parts = fs.mkdtempSync(path.join(home, `.${name}-`));
  try {
    tell(`bringing ${name}`);
    make(parts, folder);
    if (fs.existsSync(parts)) fs.renameSync(parts, folder);
  } catch (error) {
    // Another run may have been quicker.
    if (!fs.existsSync(folder)) tell(`no ${name} here: ${error.message}`);
  } finally {
    fs.rmSync(parts, { recursive: true, force: true });
  }
}

function run(program, args, options = {}) {
  const done = spawnSync(program, args, {
    stdio: ["ignore", "pipe", "pipe"],
    encoding: "utf8",
    timeout: MINUTES * 60_000,
    ...options,
  });
  if (done.error) throw done.error;
  if (done.status !== 0)
    throw new Error(`${program} ${args[0]}: ${done.stderr.trim().split("\n").slice(-3).join(" ")}`);
}

module.exports = { brought, home, run, tell };
