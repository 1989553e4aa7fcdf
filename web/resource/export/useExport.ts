import { useState } from "react";
import { ApiError } from "../../api/request.ts";
import { showToast } from "../../ui/toast/Toast.tsx";

/** Runs one export at a time; `busy` is the name of the running one. Shows a toast on failure. */
export function useExport() {
  const [busy, setBusy] = useState<string>();

  async function run(name: string, exportFile: () => Promise<void>): Promise<void> {
    if (busy !== undefined) return;
    setBusy(name);
    try {
      await exportFile();
    } catch (error) {
      console.error(error);
      showToast({ kind: "error", text: error instanceof ApiError ? error.message : "The file could not be created" });
    }
    setBusy(undefined);
  }

  return { busy, run };
}
