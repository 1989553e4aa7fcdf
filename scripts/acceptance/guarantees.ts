import { readFile } from "node:fs/promises";
import type { Requirement } from "./requirement.ts";

const securityPolicy = new URL("../../SECURITY.md", import.meta.url);

/**
 * A sentence for each guarantee of SECURITY.md that names no requirement, or a number that no requirement has. A
 * guarantee is an item of the list and ends with the numbers of its requirements: "(8, 9)".
 */
export async function findGuaranteeProblems(requirements: readonly Pick<Requirement, "number">[]): Promise<string[]> {
  const requirementNumbers = new Set(requirements.map(({ number }) => number));
  const guarantees = listGuarantees(await readFile(securityPolicy, "utf8"));
  if (guarantees.length === 0) return ["SECURITY.md has no list of guarantees"];
  return guarantees.flatMap((guarantee) => {
    const numbers = / \(([\d, ]+)\)$/.exec(guarantee)?.[1]?.split(", ").map(Number) ?? [];
    if (numbers.length === 0) return [`no requirement checks "${guarantee}"`];
    return numbers
      .filter((number) => !requirementNumbers.has(number))
      .map((number) => `there is no requirement ${number}: "${guarantee}"`);
  });
}

function listGuarantees(text: string): string[] {
  const section = /^## What the portal guarantees\n(.+?)^## /ms.exec(text)?.[1] ?? "";
  const items = section.split(/^- /m).slice(1);
  return items.map((item) => item.trim().replace(/\s+/g, " "));
}
