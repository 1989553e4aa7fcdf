import { inject } from "vitest";
import { setChildModulesFolder } from "../../server/jobs/child-process.ts";

/** Vitest setup: child processes load their modules, compiled by the global setup, from this folder. */
setChildModulesFolder(inject("childModulesFolder"));
