import { type ReactNode, useState } from "react";
import type { ImportKind } from "../../../shared/wire.ts";
import { t } from "../../i18n/t.ts";
import { showToast } from "../../ui/toast/Toast.tsx";
import type { ImportDialog } from "./ImportDialog.tsx";
import { useCanImport } from "./useCanImport.ts";

interface ImportDialogControl {
  canImport: boolean;
  /** Its code is on the way. */
  isLoading: boolean;
  openDialog: () => void;
  /** To be drawn beside whatever asks. */
  dialog: ReactNode;
}

/** The import for those who may; most of it is fetched when it is first asked for. */
export function useImportDialog(name: ImportKind): ImportDialogControl {
  const canImport = useCanImport(name);
  const [Loaded, setLoaded] = useState<typeof ImportDialog>();
  const [open, setOpen] = useState(false);
  const [isLoading, setBusy] = useState(false);

  async function fetchDialog() {
    setBusy(true);
    try {
      const { ImportDialog } = await import("./ImportDialog.tsx");
      setLoaded(() => ImportDialog);
      setOpen(true);
    } catch {
      showToast({ kind: "error", text: t("The import could not be loaded. Check the connection and try again.") });
    }
    setBusy(false);
  }

  const dialog = Loaded && <Loaded name={name} open={open} onClose={() => setOpen(false)} />;
  return { canImport, isLoading, openDialog: () => void fetchDialog(), dialog };
}
