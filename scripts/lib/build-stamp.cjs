// Checks whether dist/ was built from the current sources, and builds it if not. Plain JavaScript, so that a start with
// a current build loads no compiler.
const { spawnSync } = require("node:child_process");
const { createHash } = require("node:crypto");
const { existsSync, readdirSync, readFileSync, statSync } = require("node:fs");
const { join } = require("node:path");

const root = join(__dirname, "..", "..");
/** Everything that the build reads. */
const sources = [
  "server",
  "shared",
  "web",
  "docs/guide",
  "scripts",
  "package-lock.json",
  "package.json",
  "tsconfig.json",
  "vite.config.ts",
];
const stampFile = "stamp";

/** A hash of the paths, sizes and modification times of all source files. */
function readSourceStamp() {
  const hash = createHash("sha256");
  for (const source of sources) addFile(hash, source);
  return hash.digest("hex");
}

function addFile(hash, path) {
  const stats = statSync(join(root, path));
  if (!stats.isDirectory()) return void hash.update(`${path} ${stats.size} ${stats.mtimeMs}\n`);
  for (const name of readdirSync(join(root, path)).sort()) addFile(hash, `${path}/${name}`);
}

/** Whether dist/ was built from the current sources. Without sources, as in a container, it counts as current. */
function isBuildCurrent() {
  const file = join(root, "dist", stampFile);
  if (!existsSync(join(root, "web"))) return true;
  return existsSync(file) && readFileSync(file, "utf8") === readSourceStamp();
}

/** Builds dist/ in a separate process unless it is current. Returns the exit code: 0 if it is current afterwards. */
function ensureBuild() {
  if (isBuildCurrent()) return 0;
  const preflight = join(root, "scripts", "preflight.cjs");
  return spawnSync(process.execPath, [preflight, "build", "--if-stale"], { stdio: "inherit" }).status ?? 1;
}

module.exports = { ensureBuild, isBuildCurrent, readSourceStamp, stampFile };
