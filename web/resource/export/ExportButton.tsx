import { useCallback, useState } from "react";
import { ApiError } from "../../api/request.ts";
import { useEvent } from "../../hooks/useEvent.ts";
import { Button, type ButtonProps } from "../../ui/button/Button.tsx";
import type { RowAction } from "../../ui/table/tableTypes.ts";
import { showToast } from "../../ui/toast/Toast.tsx";

interface FileExport {
  /** Creates the file and downloads it. Throws on failure. */
  exportFile: () => Promise<void>;
}

type ExportButtonProps = FileExport & Omit<ButtonProps, "busy" | "onClick">;

/** A button that exports a file and is busy meanwhile. */
export function ExportButton({ exportFile, ...button }: ExportButtonProps) {
  const { isExporting, runExport } = useExport();
  return <Button {...button} busy={isExporting()} onClick={() => void runExport(exportFile)} />;
}

/**
 * Returns a function that builds a row action. It exports a file and is busy meanwhile; icon and key are those of a PDF
 * by default. The label identifies the running export, so it must differ between the rows. The function is stable while
 * no export starts or ends.
 */
export function useExportAction() {
  const { isExporting, runExport } = useExport();
  return useCallback(
    ({ exportFile, ...action }: FileExport & Pick<RowAction, "label"> & Partial<RowAction>): RowAction => ({
      key: "pdf",
      icon: "download",
      ...action,
      busy: isExporting(action.label),
      onPress: () => void runExport(exportFile, action.label),
    }),
    [isExporting, runExport],
  );
}

/**
 * Runs exports. A screen with several gives each a key; an export that still runs is not started again. A failure is
 * shown as a toast. Both functions are stable while no export starts or ends.
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
