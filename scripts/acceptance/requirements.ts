import type { Requirement } from "./requirement.ts";
import { accessRequirements } from "./requirements/access.ts";
import { inputRequirements } from "./requirements/input.ts";
import { liveRequirements } from "./requirements/live.ts";
import { moneyRequirements } from "./requirements/money.ts";
import { operationsRequirements } from "./requirements/operations.ts";

/** All that must hold. */
export const requirements: readonly Requirement[] = [
  ...accessRequirements,
  ...inputRequirements,
  ...moneyRequirements,
  ...liveRequirements,
  ...operationsRequirements,
];
