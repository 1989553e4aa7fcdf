import { execFile } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { installDir, installWithPip } from "../../server/database/mongod/wheel.ts";

const tool = { name: "schemathesis", version: "4.28.0" };
/** The seed of SEED, else always the same. */
const seed = process.env.SEED ?? "20261115";

/** Left out: positive_data_acceptance, as books refuse well-formed requests too (a name that is taken, an id that is none). */
const checks = [
  "not_a_server_error",
  "status_code_conformance",
  "content_type_conformance",
  "response_schema_conformance",
  "negative_data_rejection",
  "unsupported_method",
  "missing_required_header",
  "ignored_auth",
  "allow_header_conformance",
];

interface SchemathesisOptions {
  /** Of the portal. */
  url: string;
  token: string | undefined;
  phases: string;
  maxExamples: number;
  /** Arguments that choose among the operations; all when left out. */
  operations?: readonly string[];
}

interface SchemathesisResult {
  passed: boolean;
  /** Everything that the tool said. */
  output: string;
  /** Its own last words, and the seed with which it does the same again. */
  summary: string;
}

/** Installs the tool into the user's cache unless it is there. Says in one line why it cannot be used here. */
export async function installSchemathesis(): Promise<string | undefined> {
  try {
    await installWithPip(process.env, tool);
    return undefined;
  } catch (error) {
    return `${tool.name} ${tool.version}: ${error instanceof Error ? error.message : error}`;
  }
}

/** Tries the portal with whatever its own documentation allows and forbids. */
export async function runSchemathesis({
  url,
  token,
  phases,
  maxExamples,
  operations = [],
}: SchemathesisOptions): Promise<SchemathesisResult> {
  const folder = await mkdtemp(join(tmpdir(), "schemathesis-"));
  const args = [
    ...["-m", "schemathesis.cli", "run", `${url}/api/openapi.json`],
    ...["--header", `Authorization: Bearer ${token}`],
    ...["--checks", checks.join(",")],
    ...["--phases", phases, "--max-examples", String(maxExamples), "--workers", "1"],
    ...["--seed", seed, "--generation-database", "none"],
    ...["--continue-on-failure", "--request-timeout", "20", "--suppress-health-check", "all"],
    ...["--warnings", "off", "--no-color"],
    ...operations,
  ];
  const env = { ...process.env, PYTHONPATH: installDir(process.env, tool) };
  try {
    return await new Promise((resolve) => {
      execFile("python3", args, { cwd: folder, env, maxBuffer: 64 * 1024 ** 2 }, (error, stdout, stderr) => {
        const cases = /Test cases:\s*(.*)/.exec(stdout)?.[1] ?? "no cases";
        const last = stdout.trim().split("\n").at(-1)?.replaceAll("=", "").trim();
        resolve({ passed: error === null, output: stdout + stderr, summary: `${cases}; ${last}; seed ${seed}` });
      });
    });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
