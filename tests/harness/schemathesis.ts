import { execFile } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { installDir, installWithPip } from "../../server/database/mongod/python-wheel.ts";
import { testSeed } from "./test-random.ts";

const schemathesisPackage = { name: "schemathesis", version: "4.28.0" };

/**
 * The checks that are run. positive_data_acceptance is not among them, because the portal also refuses well-formed
 * requests (a name that exists, an unknown id).
 */
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
  url: string;
  token: string | undefined;
  /** Names of phases, separated by commas: "coverage,fuzzing". */
  phases: string;
  maxExamples: number;
  /** Command line arguments that select operations; by default all. */
  operations?: readonly string[];
}

interface SchemathesisResult {
  passed: boolean;
  output: string;
  /** Number of test cases, result and seed. */
  summary: string;
}

/**
 * Installs schemathesis into the user's cache if it is missing. Returns one line with the reason if that is not
 * possible.
 */
export async function installSchemathesis(): Promise<string | undefined> {
  try {
    await installWithPip(process.env, schemathesisPackage);
    return undefined;
  } catch (error) {
    return `${schemathesisPackage.name} ${schemathesisPackage.version}: ${error instanceof Error ? error.message : error}`;
  }
}

/** Sends generated requests, valid and invalid, for the operations of the OpenAPI document. */
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
    ...["--seed", String(testSeed), "--generation-database", "none"],
    ...["--continue-on-failure", "--request-timeout", "20", "--suppress-health-check", "all"],
    ...["--warnings", "off", "--no-color"],
    ...operations,
  ];
  const env = { ...process.env, PYTHONPATH: installDir(process.env, schemathesisPackage) };
  try {
    return await new Promise((resolve) => {
      execFile("python3", args, { cwd: folder, env, maxBuffer: 64 * 1024 ** 2 }, (error, stdout, stderr) => {
        const cases = /Test cases:\s*(.*)/.exec(stdout)?.[1] ?? "no cases";
        const lastLine = stdout.trim().split("\n").at(-1)?.replaceAll("=", "").trim();
        resolve({
          passed: error === null,
          output: stdout + stderr,
          summary: `${cases}; ${lastLine}; seed ${testSeed}`,
        });
      });
    });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
