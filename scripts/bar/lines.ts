import type { Line } from "./line.ts";
import { accessLines } from "./lines/access.ts";
import { inputLines } from "./lines/input.ts";
import { liveLines } from "./lines/live.ts";
import { moneyLines } from "./lines/money.ts";
import { operationLines } from "./lines/operations.ts";

/** All that must hold. */
export const lines: readonly Line[] = [...accessLines, ...inputLines, ...moneyLines, ...liveLines, ...operationLines];
