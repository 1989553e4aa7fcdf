import { useState } from "react";
import { ApiError } from "../../api/request.ts";
import { Button, type ButtonProps } from "../../ui/button/Button.tsx";
import { showToast } from "../../ui/toast/Toast.tsx";

interface ExportButtonProps extends Omit<ButtonProps, "busy" | "onClick"> {
  /** Creates the file and downloads it. Throws on failure. */
  exportFile: () => Promise<void>;
}

/** A button that exports a file and is busy meanwhile. */
export function ExportButton({ exportFile, ...button }: ExportButtonProps) {
  const { isExporting, runExport } = useExport();
  return <Button {...button} busy={isExporting} onClick={() => void runExport(exportFile)} />;
}

/** Runs one export at a time. Shows a toast on failure. */
export function useExport() {
  const [isExporting, setIsExporting] = useState(false);

  async function runExport(exportFile: () => Promise<void>): Promise<void> {
    if (isExporting) return;
    setIsExporting(true);
    try {
      await exportFile();
    } catch (error) {
      console.error(error);
      showToast({ kind: "error", text: error instanceof ApiError ? error.message : "The file could not be created" });
    }
    setIsExporting(false);
  }

  return { isExporting, runExport };
}
