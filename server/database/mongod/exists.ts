import { access } from "node:fs/promises";

/** Is there such a file, which this user may use so, if it is said how? */
export function fileExists(path: string, mode?: number): Promise<boolean> {
  return access(path, mode).then(
    () => true,
    () => false,
  );
}
