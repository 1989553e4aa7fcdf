import type { ImportKind } from "../../../shared/wire.ts";
import { t } from "../../i18n/t.ts";
import { Button } from "../../ui/button/Button.tsx";
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
