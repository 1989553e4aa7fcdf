import { type ReactNode, useState } from "react";
import { canImport } from "../../../shared/endpoints/import.ts";
import type { ImportKind } from "../../../shared/wire.ts";
import { useViewer } from "../../api/session.ts";
import { t } from "../../i18n/t.ts";
import { Button } from "../../ui/button/Button.tsx";
import { showToast } from "../../ui/toast/Toast.tsx";
import type { ImportDialog } from "./ImportDialog.tsx";

interface ImportDialogControl {
  canImport: boolean;
  /** Whether the code of the dialog is loading. */
  isLoading: boolean;
  openDialog: () => void;
  /** The dialog, which the caller renders. */
  dialog: ReactNode;
}

/** The import dialog. The code of the dialog is loaded when the user first opens the dialog. */
export function useImportDialog(kind: ImportKind): ImportDialogControl {
  const viewer = useViewer();
  const [LoadedDialog, setLoadedDialog] = useState<typeof ImportDialog>();
  const [open, setOpen] = useState(false);
  const [isLoading, setIsLoading] = useState(false);

  async function loadAndOpen() {
    setIsLoading(true);
    try {
      const { ImportDialog } = await import("./ImportDialog.tsx");
      setLoadedDialog(() => ImportDialog);
      setOpen(true);
    } catch {
      showToast({ kind: "error", text: t("The import could not be opened. Check the connection and try again.") });
    }
    setIsLoading(false);
  }

  const dialog = LoadedDialog && <LoadedDialog kind={kind} open={open} onClose={() => setOpen(false)} />;
  return {
    canImport: viewer !== undefined && canImport(viewer, kind),
    isLoading,
    openDialog: () => void loadAndOpen(),
    dialog,
  };
}

/** A button that opens the import dialog; hidden from users who may not import. */
export function ImportButton({ kind }: { kind: ImportKind }) {
  const { canImport, isLoading, openDialog, dialog } = useImportDialog(kind);
  return (
    <>
      {canImport && (
        <Button variant="ghost" icon="upload" iconOnlyOnMobile busy={isLoading} onClick={openDialog}>
          {t("Import")}
        </Button>
      )}
      {dialog}
    </>
  );
}
