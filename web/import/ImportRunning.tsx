import styled, { css } from "styled-components";
import type { ImportName } from "../../shared/import-names.ts";
import { useImportProgress } from "../lib/imports.ts";
import { say } from "../lib/language.ts";
import { type } from "../theme.ts";
import { Button } from "../ui/Button.tsx";
import { Ring } from "../ui/Spinner.tsx";
import { ImportActions, Quiet } from "./ImportParts.tsx";
import { ImportShare } from "./ImportProgress.tsx";
import type { useImport } from "./useImport.ts";

interface ImportRunningProps {
  name: ImportName;
  importing: ReturnType<typeof useImport>;
  onClose: () => void;
}

/** While the rows are taken in; where that did not go through, the way back. */
export function ImportRunning({ name, importing, onClose }: ImportRunningProps) {
  const progress = useImportProgress(name);
  if (!importing.busy)
    return (
      <ImportActions>
        <Button onClick={importing.back}>{say("Back")}</Button>
      </ImportActions>
    );
  return (
    <>
      <Line role="status">
        <Ring aria-hidden="true" />
        <strong>{say("Importing...")}</strong>
        {progress?.state === "running" && <ImportShare progress={progress} />}
      </Line>
      <Quiet>{say("All good rows are written together, or none. It goes on if you close this window.")}</Quiet>
      <ImportActions>
        <Button onClick={onClose}>{say("Close")}</Button>
      </ImportActions>
    </>
  );
}

const Line = styled.div`
  ${type("text")}
  ${({ theme: t }) => css`
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: ${t.space.s} ${t.space.m};
    margin-block-end: ${t.space.s};
  `}
`;
