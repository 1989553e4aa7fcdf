/** A hash of the paths, sizes and modification times of all source files. */
export function readSourceStamp(): string;
/** Whether dist/ was built from the current sources. */
export function isBuildCurrent(): boolean;
/** Name of the file in dist/ that holds the stamp of its sources. */
export const stampFile: string;
/** Builds dist/ in a separate process unless it is current. Returns the exit code: 0 if it is current afterwards. */
export function ensureBuild(): number;
