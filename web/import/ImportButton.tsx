import type { ImportKind } from "../../shared/import-names.ts";
import { t } from "../lib/language.ts";
import { Button } from "../ui/Button.tsx";
import { useImportDialog } from "./useImportDialog.tsx";

/** Opens the import for those who may. */
export function ImportButton({ name }: { name: ImportKind }) {
  const { canImport, isLoading, openDialog, dialog } = useImportDialog(name);
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
