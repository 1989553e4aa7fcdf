import type { Feature } from "../feature.ts";
import { plotImportCalls } from "./import.ts";

/** Plots are plain records; they can be imported from a spreadsheet. */
export const feature: Feature = { connect: () => ({ calls: plotImportCalls }) };
