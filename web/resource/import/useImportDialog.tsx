import { type ReactNode, useState } from "react";
import { canImport } from "../../../shared/endpoints/import.ts";
import type { ImportKind } from "../../../shared/wire.ts";
import { useViewer } from "../../api/session.ts";
import { t } from "../../i18n/t.ts";
import { Button } from "../../ui/button/Button.tsx";
import { useLazyModule } from "../../ui/useLazyModule.ts";

interface ImportDialogControl {
  canImport: boolean;
  /** Whether the code of the dialog is loading. */
  isLoading: boolean;
  openDialog: () => void;
  /** The dialog, which the caller renders. */
  dialog: ReactNode;
}

/** Opens the import dialog, whose code is loaded on its first use. */
export function useImportDialog(kind: ImportKind): ImportDialogControl {
  const viewer = useViewer();
  const { module: LoadedDialog, load } = useLazyModule(loadDialog);
  const [open, setOpen] = useState(false);
  const [isLoading, setIsLoading] = useState(false);

  async function loadAndOpen() {
    setIsLoading(true);
    if (await load()) setOpen(true);
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

const loadDialog = async () => (await import("./ImportDialog.tsx")).ImportDialog;

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
