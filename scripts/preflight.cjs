// Starts a script by its name: is Node new enough, did npm ci come to its end, and may this user build here? Without a name it only
// looks, for what else package.json starts. Plain enough for any Node to read.
const { accessSync, constants, existsSync, readFileSync } = require("fs");
const { join } = require("path");
const { pathToFileURL } = require("url");

/** What a society runs; the others need the packages for work on the portal as well. */
const ofSociety = ["start", "dev-two", "backup", "restore", "import", "check-totals"];
const buildNothing = ["backup", "restore", "import", "check-totals"];

const root = join(__dirname, "..");
const script = process.argv[2];
const why = whyNot();
if (why !== undefined) {
  console.error(why);
  process.exit(1);
}
if (script !== undefined) {
  process.argv.splice(1, 2, join(__dirname, `${script}.ts`));
  import("tsx/esm").then(() => import(pathToFileURL(process.argv[1]).href));
}

function whyNot() {
  const wanted = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  const least = wanted.engines.node.replace(">=", "");
  if (isOlder(process.versions.node, least))
    return `Node ${process.versions.node} is too old: install Node ${least} or newer (https://nodejs.org), then run npm ci again`;
  if (!existsSync(join(root, "node_modules"))) return "The packages are not installed: run npm ci first";
  // npm writes it last.
  if (!existsSync(join(root, "node_modules", ".package-lock.json")))
    return "The packages are installed in part only: run npm ci again, to its end";
  const dependencies = Object.assign({}, wanted.dependencies, ofSociety.includes(script) ? {} : wanted.devDependencies);
  for (const name of Object.keys(dependencies)) {
    const found = versionOf(name);
    if (found === dependencies[name]) continue;
    const state = found === undefined ? "missing" : `${found} instead of ${dependencies[name]}`;
    return `The packages are not those of this portal (${name} is ${state}): run npm ci again`;
  }
  if (buildNothing.includes(script)) return undefined;
  const closed = ["", "node_modules", "dist"].map((place) => join(root, place)).find(isReadOnly);
  return closed && `${closed} cannot be written to: take a checkout of this user's own, and run npm ci in it`;
}

function isReadOnly(place) {
  try {
    accessSync(place, constants.W_OK);
    return false;
  } catch (error) {
    return error.code !== "ENOENT";
  }
}

function versionOf(name) {
  try {
    return JSON.parse(readFileSync(join(root, "node_modules", name, "package.json"), "utf8")).version;
  } catch (_error) {
    return undefined;
  }
}

function isOlder(version, least) {
  const parts = version.split(".").map(Number);
  const wanted = least.split(".").map(Number);
  for (let place = 0; place < wanted.length; place++)
    if (parts[place] !== wanted[place]) return parts[place] < wanted[place];
  return false;
}
