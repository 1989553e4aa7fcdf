import styled, { css } from "styled-components";
import type { ImportKind } from "../../shared/import-names.ts";
import { useImportProgress } from "../lib/imports.ts";
import { t } from "../lib/language.ts";
import { typography } from "../theme.ts";
import { Button } from "../ui/Button.tsx";
import { SpinnerRing } from "../ui/Spinner.tsx";
import { ImportActions, ImportHint } from "./ImportParts.tsx";
import { ImportProgressBar } from "./ImportProgress.tsx";
import type { useImport } from "./useImport.ts";

interface ImportRunningStepProps {
  name: ImportKind;
  importing: ReturnType<typeof useImport>;
  onClose: () => void;
}

/** While the rows are taken in; where that did not go through, the way back. */
export function ImportRunningStep({ name, importing, onClose }: ImportRunningStepProps) {
  const progress = useImportProgress(name);
  if (!importing.busy)
    return (
      <ImportActions>
        <Button onClick={importing.back}>{t("Back")}</Button>
      </ImportActions>
    );
  return (
    <>
      <StatusRow role="status">
        <SpinnerRing aria-hidden="true" />
        <strong>{t("Importing...")}</strong>
        {progress?.state === "running" && <ImportProgressBar progress={progress} />}
      </StatusRow>
      <ImportHint>{t("All good rows are written together, or none. It goes on if you close this window.")}</ImportHint>
      <ImportActions>
        <Button onClick={onClose}>{t("Close")}</Button>
      </ImportActions>
    </>
  );
}

const StatusRow = styled.div`
  ${typography("text")}
  ${({ theme: t }) => css`
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: ${t.space.s} ${t.space.m};
    margin-block-end: ${t.space.s};
  `}
`;
