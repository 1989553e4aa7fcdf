import { execFile } from "node:child_process";
import { once } from "node:events";
import { appendFile, chmod, copyFile, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { ensureDataFolder } from "../../server/config.ts";
import { assertPortAvailable } from "../../server/http/http-server.ts";

const folder = await mkdtemp(join(tmpdir(), "first-start-"));
afterAll(() => rm(folder, { recursive: true, force: true }));

describe("before anything is started, one line says what to do", () => {
  test("where Node is too old", async () => {
    expect(await runPreflight({ node: "18.20.4", installed: {} })).toEqual({
      code: 1,
      output: "Node 18.20.4 is too old: install Node 20.19.1 or newer (https://nodejs.org), then run npm ci again\n",
    });
    expect((await runPreflight({ node: "20.19.0", installed: { zod: "4.6.7" } })).code).toBe(1);
    expect((await runPreflight({ node: "20.20.0", installed: { zod: "4.6.7" } })).code).toBe(0);
    expect((await runPreflight({ node: "24.1.0", installed: { zod: "4.6.7" } })).code).toBe(0);
  });

  test("where npm ci was not run, did not come to its end, or was run for another version", async () => {
    const cases = [
      [undefined, "The packages are not installed: run npm ci first\n"],
      ["half", "The packages are installed in part only: run npm ci again, to its end\n"],
      [{}, "The packages are not those of this portal (zod is missing): run npm ci again\n"],
      [
        { zod: "4.0.0" },
        "The packages are not those of this portal (zod is 4.0.0 instead of 4.6.7): run npm ci again\n",
      ],
      [{ zod: "4.6.7" }, ""],
    ] as const;
    for (const [installed, output] of cases)
      expect(await runPreflight({ node: "22.0.0", installed })).toEqual({ code: output === "" ? 0 : 1, output });
  });

  test("where the checkout is another user's", async () => {
    const { code, output } = await runPreflight({ node: "22.0.0", installed: { zod: "4.6.7" }, readOnly: true });
    expect([code, output]).toEqual([
      1,
      expect.stringMatching(/node_modules cannot be written to: use a checkout that /),
    ]);
  });

  test("where the port is taken", async () => {
    const other = createServer().listen(0, "127.0.0.1");
    await once(other, "listening");
    const address = other.address();
    const port = typeof address === "object" && address ? address.port : 0;
    await expect(assertPortAvailable({ host: "127.0.0.1", port })).rejects.toThrow(
      `Port ${port} is in use, perhaps by another portal. Choose another port: PORT=${port + 1}`,
    );
    other.close();
    await once(other, "close");
    await expect(assertPortAvailable({ host: "127.0.0.1", port })).resolves.toBeUndefined();
  });

  test("where the host is another machine's", async () => {
    await expect(assertPortAvailable({ host: "203.0.113.1", port: 0 })).rejects.toThrow(
      /^HOST 203\.0\.113\.1 is not an address of this/,
    );
  });

  test("where the data folder cannot be written to", async () => {
    const file = join(folder, "file");
    await writeFile(file, "");
    expect(() => ensureDataFolder(join(file, "data"))).toThrow(
      /^Wrong setting: DATA_DIR .*file\/data cannot be written to/,
    );
    expect(() => ensureDataFolder(file)).toThrow(/^Wrong setting: DATA_DIR .*file cannot be written to/);
    ensureDataFolder(join(folder, "new", "data"));
  });
});

/** By name and version; none, or as an npm ci that was cut off left them. */
type InstalledPackages = Readonly<Record<string, string>> | "half" | undefined;

/** A checkout with these packages in it, asked by a Node of this version. */
async function runPreflight({
  node,
  installed,
  readOnly = false,
}: {
  node: string;
  installed: InstalledPackages;
  readOnly?: boolean;
}) {
  const root = await mkdtemp(join(folder, "checkout-"));
  const asNode = join(root, "as-node.cjs");
  await writeFile(asNode, `Object.defineProperty(process, "versions", { value: { node: "${node}" } });`);
  await writeFile(
    join(root, "package.json"),
    JSON.stringify({ engines: { node: ">=20.19.1" }, dependencies: { zod: "4.6.7" } }),
  );
  await mkdir(join(root, "scripts"));
  const script = join(root, "scripts", "preflight.cjs");
  await copyFile(join(import.meta.dirname, "..", "..", "scripts", "preflight.cjs"), script);
  if (installed) await mkdir(join(root, "node_modules"));
  if (installed !== undefined && installed !== "half")
    await writeFile(join(root, "node_modules", ".package-lock.json"), "{}");
  for (const [name, version] of Object.entries(installed === "half" ? {} : (installed ?? {}))) {
    await mkdir(join(root, "node_modules", name));
    await writeFile(join(root, "node_modules", name, "package.json"), JSON.stringify({ version }));
  }
  if (readOnly) {
    for (const open of [folder, root]) await chmod(open, 0o777);
    await chmod(join(root, "node_modules"), 0o555);
    // To root nothing is closed.
    await appendFile(asNode, "if (process.getuid() === 0) process.setuid(65534);");
  }
  return new Promise<{ code: number; output: string }>((resolve) => {
    execFile(process.execPath, ["--require", asNode, script], (error, _out, output) =>
      resolve({ code: typeof error?.code === "number" ? error.code : 0, output }),
    );
  });
}
