/** A text that changes with every source file of the build. */
export function readSourceStamp(): string;
/** Whether dist/ was built from the present sources. */
export function isBuildCurrent(): boolean;
/** Name of the file in dist/ that holds the stamp of its sources. */
export const stampFile: string;
/** Builds dist/ in a process of its own unless it is current. Returns the exit code: 0 if it is current then. */
export function ensureBuild(): number;
