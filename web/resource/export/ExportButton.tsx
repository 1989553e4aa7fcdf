import { useCallback, useState } from "react";
import { ApiError } from "../../api/request.ts";
import { useEvent } from "../../hooks/useEvent.ts";
import { Button, type ButtonProps } from "../../ui/button/Button.tsx";
import { showToast } from "../../ui/toast/Toast.tsx";

interface ExportButtonProps extends Omit<ButtonProps, "busy" | "onClick"> {
  /** Creates the file and downloads it. Throws on failure. */
  exportFile: () => Promise<void>;
}

/** A button that exports a file and is busy meanwhile. */
export function ExportButton({ exportFile, ...button }: ExportButtonProps) {
  const { isExporting, runExport } = useExport();
  return <Button {...button} busy={isExporting()} onClick={() => void runExport(exportFile)} />;
}

/**
 * Runs exports, each of which has a key where there are several: one that still runs is not started again. Shows a
 * toast on failure. Both functions are stable while no export starts or ends.
 */
export function useExport() {
  const [runningKeys, setRunningKeys] = useState<ReadonlySet<string>>(new Set());
  const isExporting = useCallback((key: string = onlyKey) => runningKeys.has(key), [runningKeys]);

  const runExport = useEvent(async (exportFile: () => Promise<void>, key: string = onlyKey): Promise<void> => {
    if (isExporting(key)) return;
    setRunningKeys((keys) => new Set([...keys, key]));
    try {
      await exportFile();
    } catch (error) {
      console.error(error);
      showToast({ kind: "error", text: error instanceof ApiError ? error.message : "The file could not be created" });
    }
    setRunningKeys((keys) => new Set([...keys].filter((other) => other !== key)));
  });

  return { isExporting, runExport };
}

/** The key of the export of a screen that has only one. */
const onlyKey = "";
