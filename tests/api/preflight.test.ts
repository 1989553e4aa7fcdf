import { execFile } from "node:child_process";
import { once } from "node:events";
import { appendFile, chmod, copyFile, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { ensureDataFolder } from "../../server/data-folder.ts";
import { assertPortAvailable } from "../../server/http/http-server.ts";

const folder = await mkdtemp(join(tmpdir(), "first-start-"));
afterAll(() => rm(folder, { recursive: true, force: true }));

describe("start-up checks", () => {
  test("the preflight refuses a Node version that is too old", async () => {
    expect(await runPreflight({ node: "18.20.4", installed: {} })).toEqual({
      code: 1,
      output: "Node 18.20.4 is too old: install Node 20.19.1 or newer (https://nodejs.org), then run npm ci again\n",
    });
    expect((await runPreflight({ node: "20.19.0", installed: { zod: "4.6.7" } })).code).toBe(1);
    expect((await runPreflight({ node: "20.20.0", installed: { zod: "4.6.7" } })).code).toBe(0);
    expect((await runPreflight({ node: "24.1.0", installed: { zod: "4.6.7" } })).code).toBe(0);
  });

  test("the preflight reports packages that are missing, partly installed or of another version", async () => {
    const cases = [
      [undefined, "The packages are not installed: run npm ci first\n"],
      ["partial", "The packages are only partly installed: run npm ci again until it finishes\n"],
      [{}, "The installed packages do not match package.json (zod is missing): run npm ci again\n"],
      [
        { zod: "4.0.0" },
        "The installed packages do not match package.json (zod is 4.0.0 instead of 4.6.7): run npm ci again\n",
      ],
      [{ zod: "4.6.7" }, ""],
    ] as const;
    for (const [installed, output] of cases)
      expect(await runPreflight({ node: "22.0.0", installed })).toEqual({ code: output === "" ? 0 : 1, output });
  });

  test("the preflight refuses a checkout whose node_modules the user cannot write to", async () => {
    const { code, output } = await runPreflight({ node: "22.0.0", installed: { zod: "4.6.7" }, isReadOnly: true });
    expect([code, output]).toEqual([
      1,
      expect.stringMatching(/node_modules cannot be written to: use a checkout that /),
    ]);
  });

  test("the preflight does not refuse the start of a current build in a read-only checkout", async () => {
    const checkout = { node: "22.0.0", installed: { zod: "4.6.7" }, isReadOnly: true, arguments: ["start"] };
    expect(await runPreflight({ ...checkout, isBuilt: true })).toEqual({ code: 0, output: "Started\n" });
    expect((await runPreflight(checkout)).output).toMatch(/node_modules cannot be written to/);
  });

  test("the portal reports a port that is in use and suggests another", async () => {
    const portHolder = createServer().listen(0, "127.0.0.1");
    await once(portHolder, "listening");
    const address = portHolder.address();
    const port = typeof address === "object" && address ? address.port : 0;
    await expect(assertPortAvailable({ host: "127.0.0.1", port })).rejects.toThrow(
      `Port ${port} is in use, perhaps by another portal. Choose another port: PORT=${port + 1}`,
    );
    portHolder.close();
    await once(portHolder, "close");
    await expect(assertPortAvailable({ host: "127.0.0.1", port })).resolves.toBeUndefined();
  });

  test("the portal refuses a host address that does not belong to this machine", async () => {
    await expect(assertPortAvailable({ host: "203.0.113.1", port: 0 })).rejects.toThrow(
      /^HOST 203\.0\.113\.1 is not an address of this/,
    );
  });

  test("the portal reports a data folder that it cannot write to", { tags: "requirement-34" }, async () => {
    const file = join(folder, "file");
    await writeFile(file, "");
    await expect(ensureDataFolder(join(file, "data"))).rejects.toThrow(
      /^Wrong setting: DATA_DIR .*file\/data cannot be written to/,
    );
    await expect(ensureDataFolder(file)).rejects.toThrow(/^Wrong setting: DATA_DIR .*file cannot be written to/);
    await ensureDataFolder(join(folder, "new", "data"));
  });
});

/** Versions by package name; `undefined` without node_modules, "partial" as an interrupted npm ci leaves them. */
type InstalledPackages = Readonly<Record<string, string>> | "partial" | undefined;

/** Runs scripts/preflight.cjs in a new checkout with these packages, under a Node that reports this version. */
async function runPreflight({
  node,
  installed,
  isReadOnly = false,
  isBuilt = false,
  arguments: scriptArguments = [],
}: {
  node: string;
  installed: InstalledPackages;
  isReadOnly?: boolean;
  /** Without sources, as in a container, any build is current. */
  isBuilt?: boolean;
  arguments?: readonly string[];
}) {
  const root = await mkdtemp(join(folder, "checkout-"));
  const versionOverride = join(root, "as-node.cjs");
  await writeFile(versionOverride, `Object.defineProperty(process, "versions", { value: { node: "${node}" } });`);
  await writeFile(
    join(root, "package.json"),
    JSON.stringify({ engines: { node: ">=20.19.1" }, dependencies: { zod: "4.6.7" } }),
  );
  await mkdir(join(root, "scripts", "lib"), { recursive: true });
  for (const file of ["preflight.cjs", "lib/build-stamp.cjs"])
    await copyFile(join(import.meta.dirname, "..", "..", "scripts", file), join(root, "scripts", file));
  const script = join(root, "scripts", "preflight.cjs");
  if (isBuilt) {
    await mkdir(join(root, "dist", "server"), { recursive: true });
    await writeFile(join(root, "dist", "server", "start.js"), `console.error("Started");`);
  } else await mkdir(join(root, "web"));
  if (installed) await mkdir(join(root, "node_modules"));
  if (installed !== undefined && installed !== "partial")
    await writeFile(join(root, "node_modules", ".package-lock.json"), "{}");
  for (const [name, version] of Object.entries(installed === "partial" ? {} : (installed ?? {}))) {
    await mkdir(join(root, "node_modules", name));
    await writeFile(join(root, "node_modules", name, "package.json"), JSON.stringify({ version }));
  }
  if (isReadOnly) {
    for (const parent of [folder, root]) await chmod(parent, 0o777);
    await chmod(join(root, "node_modules"), 0o555);
    // Root may write to read-only folders, so the check runs as another user.
    await appendFile(versionOverride, "if (process.getuid() === 0) process.setuid(65534);");
  }
  return new Promise<{ code: number; output: string }>((resolve) => {
    execFile(process.execPath, ["--require", versionOverride, script, ...scriptArguments], (error, _stdout, output) =>
      resolve({ code: typeof error?.code === "number" ? error.code : 0, output }),
    );
  });
}
