import type { Feature } from "../feature.ts";
import { plotImportHandlers } from "./import.ts";

/** Plots are plain records; they can be imported from a spreadsheet. */
export const feature: Feature = { initialize: () => ({ endpointHandlers: plotImportHandlers }) };
