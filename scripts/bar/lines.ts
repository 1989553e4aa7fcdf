import type { Requirement } from "./line.ts";
import { accessRequirements } from "./lines/access.ts";
import { inputRequirements } from "./lines/input.ts";
import { liveRequirements } from "./lines/live.ts";
import { moneyRequirements } from "./lines/money.ts";
import { operationsRequirements } from "./lines/operations.ts";

/** All that must hold. */
export const requirements: readonly Requirement[] = [
  ...accessRequirements,
  ...inputRequirements,
  ...moneyRequirements,
  ...liveRequirements,
  ...operationsRequirements,
];
