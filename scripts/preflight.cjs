// Starts a script of this folder by its name after checking the Node version, the installed packages and the write
// permissions. Without a name it only checks. Uses no syntax that an old version of Node cannot parse, so that it can
// report that version.
const { accessSync, constants, existsSync, readFileSync } = require("fs");
const nodeModule = require("module");
const { join } = require("path");
const { pathToFileURL } = require("url");

/** Commands for running a portal. They run the built code, if it is current. */
const productionScripts = ["start", "backup", "restore", "import", "check-totals", "verify"];
/** Commands that do not write into the checkout. */
const readOnlyScripts = ["backup", "restore", "import", "check-totals", "verify"];

const root = join(__dirname, "..");
const script = process.argv[2];
const problem = findProblem();
if (problem !== undefined) {
  console.error(problem);
  process.exit(1);
}
if (script !== undefined) runScript(script);

/**
 * Production commands run the built code, so that no compiler is loaded; `start` builds it first if it is not current.
 */
function runScript(name) {
  const { ensureBuild, isBuildCurrent } = loadBuildStamp();
  if (name === "start") {
    const exitCode = ensureBuild();
    if (exitCode !== 0) process.exit(exitCode);
  }
  const isBuilt = productionScripts.includes(name) && isBuildCurrent();
  const file = isBuilt ? join(root, "dist", "server", `${name}.js`) : join(__dirname, `${name}.ts`);
  process.argv.splice(1, 2, file);
  // From Node 22 on: stores the compiled code beside the build, so that loading the server takes a quarter less time.
  if (isBuilt && nodeModule.enableCompileCache) nodeModule.enableCompileCache(join(root, "dist", "compile-cache"));
  const compilerLoaded = isBuilt ? Promise.resolve() : import("tsx/esm");
  compilerLoaded.then(() => import(pathToFileURL(file).href));
}

function findProblem() {
  const manifest = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  const minVersion = manifest.engines.node.replace(">=", "");
  if (isOlder(process.versions.node, minVersion))
    return `Node ${process.versions.node} is too old: install Node ${minVersion} or newer (https://nodejs.org), then run npm ci again`;
  if (!existsSync(join(root, "node_modules"))) return "The packages are not installed: run npm ci first";
  // npm writes this file last.
  if (!existsSync(join(root, "node_modules", ".package-lock.json")))
    return "The packages are only partly installed: run npm ci again until it finishes";
  // These commands need no devDependencies.
  const devDependencies = [...productionScripts, "build", "dev-two"].includes(script) ? {} : manifest.devDependencies;
  for (const [name, version] of Object.entries(Object.assign({}, manifest.dependencies, devDependencies))) {
    const installed = readInstalledVersion(name);
    if (installed === version) continue;
    const state = installed === undefined ? "missing" : `${installed} instead of ${version}`;
    return `The installed packages do not match package.json (${name} is ${state}): run npm ci again`;
  }
  if (readOnlyScripts.includes(script)) return undefined;
  if (script === "start" && loadBuildStamp().isBuildCurrent()) return undefined;
  const unwritable = ["", "node_modules", "dist"].map((folder) => join(root, folder)).find(isReadOnly);
  return unwritable && `${unwritable} cannot be written to: use a checkout that this user owns, and run npm ci in it`;
}

/** Loaded only after the version of Node has been checked. */
function loadBuildStamp() {
  return require("./lib/build-stamp.cjs");
}

function isReadOnly(path) {
  try {
    accessSync(path, constants.W_OK);
    return false;
  } catch (error) {
    return error.code !== "ENOENT";
  }
}

function readInstalledVersion(name) {
  try {
    return JSON.parse(readFileSync(join(root, "node_modules", name, "package.json"), "utf8")).version;
  } catch (_error) {
    return undefined;
  }
}

function isOlder(version, minVersion) {
  const parts = version.split(".").map(Number);
  const minParts = minVersion.split(".").map(Number);
  for (let index = 0; index < minParts.length; index++)
    if (parts[index] !== minParts[index]) return parts[index] < minParts[index];
  return false;
}
