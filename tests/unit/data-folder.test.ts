// @module-tag requirement-34
import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { ensureDataFolder, readOrCreateSecret, readStateFile, writeFileAtomically } from "../../server/data-folder.ts";

const root = join(import.meta.dirname, "..", "..");
const folder = await mkdtemp(join(tmpdir(), "data-folder-"));
afterAll(() => rm(folder, { recursive: true, force: true }));

const jwtSecret = { name: "jwt-secret", remedy: "delete it" };

describe("the data folder", () => {
  test("is accessible to its owner only, also if it existed before", async () => {
    const fresh = join(folder, "new", "data");
    await ensureDataFolder(fresh);
    const old = join(folder, "old");
    await mkdir(old, { mode: 0o755 });
    await ensureDataFolder(old);
    for (const path of [fresh, old]) expect((await stat(path)).mode & 0o777).toBe(0o700);
  });

  test("cannot be a folder that all users share", async () => {
    const shared = join(folder, "shared");
    await mkdir(shared);
    await chmod(shared, 0o1777);
    await expect(ensureDataFolder(shared)).rejects.toThrow(
      /^Wrong setting: DATA_DIR .*shared is shared by all users: /,
    );
    expect((await stat(shared)).mode & 0o7777).toBe(0o1777);
  });
});

describe("a secret", () => {
  test("is generated once, also by several servers at the same time", async () => {
    const dataDir = join(folder, "secret");
    const secrets = await Promise.all(Array.from({ length: 8 }, () => readOrCreateSecret(dataDir, jwtSecret)));
    expect(new Set(secrets).size).toBe(1);
    expect(secrets[0]).toMatch(/^[0-9a-f]{96}$/);
    expect(await readdir(dataDir)).toEqual(["jwt-secret"]);
    expect((await stat(join(dataDir, "jwt-secret"))).mode & 0o777).toBe(0o600);
  });

  test.each(["", "short", " ".repeat(40), `${"x".repeat(40)}\n${"y".repeat(40)}`, "\0".repeat(96)])(
    "that is damaged (%j) stops the start with one line that names the file and the remedy",
    async (content) => {
      const dataDir = await mkdtemp(join(folder, "damaged-"));
      await writeFile(join(dataDir, "jwt-secret"), content);
      await expect(readOrCreateSecret(dataDir, jwtSecret)).rejects.toThrow(
        /^\S+\/jwt-secret is damaged \(must be [^\n]+\): delete it$/,
      );
      expect(await readFile(join(dataDir, "jwt-secret"), "utf8")).toBe(content);
    },
  );

  test("of an earlier version or with a line break at the end is accepted", async () => {
    const dataDir = await mkdtemp(join(folder, "earlier-"));
    const earlier = "Tm9-dGhlIHJl_Wwgb25lLCBidXQgYXMgbG9uZyBhcyB0aGUgcmVhbCBvbmUhISEh";
    await writeFile(join(dataDir, "jwt-secret"), `${earlier}\n`);
    expect(await readOrCreateSecret(dataDir, jwtSecret)).toBe(earlier);
  });

  test("is not written in part when the disk is full: the next start generates it", async () => {
    const dataDir = join(folder, "full-disk");
    const script = `
      import { readOrCreateSecret } from "./server/data-folder.ts";
      await readOrCreateSecret(${JSON.stringify(dataDir)}, { name: "jwt-secret", remedy: "" });`;
    // `ulimit -f 0` makes every write to a file fail.
    const command = 'ulimit -f 0; exec "$0" --import tsx --input-type=module --eval "$1"';
    const child = spawn("bash", ["-c", command, process.execPath, script], { cwd: root, stdio: "ignore" });
    const [code] = await once(child, "exit");
    expect(code).toBe(1);
    expect(await readdir(dataDir)).toEqual([]);
    expect(await readOrCreateSecret(dataDir, jwtSecret)).toHaveLength(96);
  });
});

describe("a state file", () => {
  const schema = z.string().transform((text) => text.length);

  test("is replaced as a whole and readable for its owner alone", async () => {
    const file = join(folder, "state");
    expect(await readStateFile(file, { schema, remedy: "" })).toBeUndefined();
    await writeFile(file, "old", { mode: 0o644 });
    await writeFileAtomically(file, "newer");
    expect(await readStateFile(file, { schema, remedy: "" })).toBe(5);
    expect((await stat(file)).mode & 0o777).toBe(0o600);
  });

  test("that cannot be read stops the start with one line", async () => {
    const file = join(folder, "unreadable");
    await mkdir(file);
    await expect(readStateFile(file, { schema, remedy: "" })).rejects.toThrow(
      /^\S+unreadable cannot be read \(EISDIR\)/,
    );
  });
});
