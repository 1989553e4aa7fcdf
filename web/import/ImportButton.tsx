import { useState } from "react";
import type { ImportName } from "../../shared/import-names.ts";
import { say } from "../lib/language.ts";
import { useMayImport } from "../lib/mayImport.ts";
import { Button } from "../ui/Button.tsx";
import { showToast } from "../ui/Toast.tsx";
import type { ImportDialog } from "./ImportDialog.tsx";

interface ImportButtonProps {
  name: ImportName;
  /** There is no room for its word. */
  crowded?: boolean;
}

/** Opens the import for those who may; the rest of it is fetched when it is first asked for. */
export function ImportButton({ name, crowded = false }: ImportButtonProps) {
  const may = useMayImport(name);
  const [Loaded, setLoaded] = useState<typeof ImportDialog>();
  const [open, setOpen] = useState(false);
  const [fetching, setFetching] = useState(false);

  async function handlePress() {
    setFetching(true);
    try {
      const { ImportDialog } = await import("./ImportDialog.tsx");
      setLoaded(() => ImportDialog);
      setOpen(true);
    } catch {
      showToast({ kind: "error", text: say("The import could not be loaded. Check the connection and try again.") });
    }
    setFetching(false);
  }

  return (
    <>
      {may && (
        <Button
          variant="ghost"
          icon="upload"
          iconOnPhone
          iconOnly={crowded}
          title={crowded ? say("Import") : undefined}
          busy={fetching}
          onClick={() => void handlePress()}
        >
          {say("Import")}
        </Button>
      )}
      {Loaded && <Loaded name={name} open={open} onClose={() => setOpen(false)} />}
    </>
  );
}
