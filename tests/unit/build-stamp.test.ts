import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";

const sourceFiles = [
  "server/a.ts",
  "shared/a.ts",
  "web/pages/a.tsx",
  "docs/guide/a.md",
  "scripts/a.ts",
  "package.json",
  "package-lock.json",
  "tsconfig.json",
  "vite.config.ts",
];
const require = createRequire(import.meta.url);

test("a build is current until a source file is changed, added or removed", async () => {
  const { folder, stamp } = await createProject();
  expect(stamp.isBuildCurrent()).toBe(false);
  await build();
  expect(stamp.isBuildCurrent()).toBe(true);
  const page = join(folder, "web/pages/a.tsx");
  const content = await readFile(page, "utf8");
  await writeFile(page, `${content} `);
  expect(stamp.isBuildCurrent()).toBe(false);
  await build();
  await writeFile(join(folder, "server/b.ts"), "");
  expect(stamp.isBuildCurrent()).toBe(false);
  await rm(join(folder, "server/b.ts"));
  expect(stamp.isBuildCurrent()).toBe(true);
  await rm(join(folder, "server/a.ts"));
  expect(stamp.isBuildCurrent()).toBe(false);

  async function build() {
    await mkdir(join(folder, "dist"), { recursive: true });
    await writeFile(join(folder, "dist", stamp.stampFile), stamp.readSourceStamp());
  }
});

test("a build without its sources, as in a container, is current", async () => {
  const { folder, stamp } = await createProject();
  await rm(join(folder, "web"), { recursive: true });
  expect(stamp.isBuildCurrent()).toBe(true);
});

/** A project with one file in each source folder, and its own copy of the code under test. */
async function createProject() {
  const folder = await mkdtemp(join(tmpdir(), "build-stamp-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const copy = join(folder, "scripts/lib/build-stamp.cjs");
  await cp(join(import.meta.dirname, "../../scripts/lib/build-stamp.cjs"), copy);
  for (const file of sourceFiles) {
    await mkdir(join(folder, file, ".."), { recursive: true });
    await writeFile(join(folder, file), file);
  }
  const stamp: typeof import("../../scripts/lib/build-stamp.cjs") = require(copy);
  return { folder, stamp };
}
