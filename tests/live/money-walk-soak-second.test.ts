// @module-tag soak
import { test } from "vitest";
import { runLongWalks } from "../harness/money-walk-runs.ts";

test(
  "after the second half of the long random walks every figure agrees to the paisa",
  { tags: "requirement-18", timeout: 3_600_000 },
  () => runLongWalks(1),
);
