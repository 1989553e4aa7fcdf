import { type ReactNode, useState } from "react";
import type { ImportName } from "../../shared/import-names.ts";
import { say } from "../lib/language.ts";
import { useMayImport } from "../lib/mayImport.ts";
import { showToast } from "../ui/Toast.tsx";
import type { ImportDialog } from "./ImportDialog.tsx";

interface Import {
  may: boolean;
  /** Its code is on the way. */
  busy: boolean;
  ask: () => void;
  /** To be drawn beside whatever asks. */
  dialog: ReactNode;
}

/** The import for those who may; most of it is fetched when it is first asked for. */
export function useImportDialog(name: ImportName): Import {
  const may = useMayImport(name);
  const [Loaded, setLoaded] = useState<typeof ImportDialog>();
  const [open, setOpen] = useState(false);
  const [busy, setBusy] = useState(false);

  async function fetchDialog() {
    setBusy(true);
    try {
      const { ImportDialog } = await import("./ImportDialog.tsx");
      setLoaded(() => ImportDialog);
      setOpen(true);
    } catch {
      showToast({ kind: "error", text: say("The import could not be loaded. Check the connection and try again.") });
    }
    setBusy(false);
  }

  const dialog = Loaded && <Loaded name={name} open={open} onClose={() => setOpen(false)} />;
  return { may, busy, ask: () => void fetchDialog(), dialog };
}
