import type { ImportName } from "../../shared/import-names.ts";
import { say } from "../lib/language.ts";
import { Button } from "../ui/Button.tsx";
import { useImportDialog } from "./useImportDialog.tsx";

/** Opens the import for those who may. */
export function ImportButton({ name }: { name: ImportName }) {
  const { may, busy, ask, dialog } = useImportDialog(name);
  return (
    <>
      {may && (
        <Button variant="ghost" icon="upload" iconOnPhone busy={busy} onClick={ask}>
          {say("Import")}
        </Button>
      )}
      {dialog}
    </>
  );
}
