import { inject } from "vitest";
import { setBuiltFolder } from "../../server/jobs/child-process.ts";

setBuiltFolder(inject("childModulesFolder"));
