import styled, { css } from "styled-components";
import type { ImportKind } from "../../../shared/wire.ts";
import { t } from "../../i18n/t.ts";
import { useImportProgress } from "../../live/importProgress.ts";
import { Button } from "../../ui/button/Button.tsx";
import { SpinnerRing } from "../../ui/feedback/Loading.tsx";
import { typography } from "../../ui/theme/theme.ts";
import { ImportActions, ImportHint } from "./ImportLayout.tsx";
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
  ${({ theme }) => css`
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: ${theme.space.s} ${theme.space.m};
    margin-block-end: ${theme.space.s};
  `}
`;
