import styled, { css } from "styled-components";
import type { ImportOutcome } from "../../../shared/endpoints/import.ts";
import { plural, t } from "../../i18n/t.ts";
import { Button } from "../../ui/button/Button.tsx";
import { formatCount } from "../../ui/text/Money.tsx";
import { typography } from "../../ui/theme/theme.ts";
import { ImportActions, ImportHint } from "./ImportLayout.tsx";
import { ImportRejectedRows } from "./ImportRejectedRows.tsx";
import type { useImport } from "./useImport.ts";

interface ImportReviewStepProps {
  importing: ReturnType<typeof useImport>;
  onClose: () => void;
}

/** What an import would do, and once it is done what it did: counts, and each row that is left out with its reason. */
export function ImportReviewStep({ importing, onClose }: ImportReviewStepProps) {
  const { step, outcome, busy, file } = importing;
  const done = step === "done";
  const rows = outcome ? outcome.added + outcome.updated : 0;
  return (
    <>
      <Title>{getTitle({ done, rows })}</Title>
      <ImportHint>
        <bdi>{file?.name}</bdi>
      </ImportHint>
      {outcome && <Counts outcome={outcome} />}
      {outcome && outcome.refused.length > 0 && (
        <ImportRejectedRows rejected={outcome.refused} fileName={file?.name ?? ""} />
      )}
      <ImportActions>
        {done ? (
          <>
            <Button onClick={importing.reset}>{t("Another file")}</Button>
            <Button variant="primary" onClick={onClose}>
              {t("Close")}
            </Button>
          </>
        ) : (
          <>
            <Button onClick={importing.back}>{t("Back to the columns")}</Button>
            <Button variant="primary" busy={busy} disabled={rows === 0} onClick={() => void importing.runImport()}>
              {plural(rows, { one: "Import 1 row", other: "Import {count} rows" })}
            </Button>
          </>
        )}
      </ImportActions>
    </>
  );
}

function getTitle({ done, rows }: { done: boolean; rows: number }): string {
  if (done) return t("Import finished");
  return rows === 0 ? t("There is nothing new in this file") : t("This is what the import will do");
}

function Counts({ outcome: { added, updated, unchanged, refused } }: { outcome: ImportOutcome }) {
  const counts = [
    { label: t("Added"), count: added },
    { label: t("Changed"), count: updated },
    { label: t("Unchanged"), count: unchanged },
    { label: t("Left out"), count: refused.length, bad: refused.length > 0 },
  ];
  return (
    <CountList>
      {counts.map(({ label, count, bad = false }) => (
        <Count key={label} $bad={bad}>
          <dt>{label}</dt>
          <dd>{formatCount(count)}</dd>
        </Count>
      ))}
    </CountList>
  );
}

const Title = styled.h3`
  ${typography("strong")}
`;

const CountList = styled.dl`
  ${({ theme }) => css`
    display: flex;
    flex-wrap: wrap;
    gap: ${theme.space.s} ${theme.space.xxl};
    margin: ${theme.space.m} 0 ${theme.space.l};
    padding-block: ${theme.space.s};
    border-block: 1px solid ${theme.color.border};

    ${theme.mobile} {
      gap: ${theme.space.s} ${theme.space.xl};
    }
  `}
`;

const Count = styled.div<{ $bad: boolean }>`
  ${({ theme, $bad }) => css`
    dt {
      color: ${theme.color.textMuted};
    }

    dd {
      ${typography("pageTitle")}
      color: ${$bad ? theme.color.red : theme.color.text};
    }
  `}
`;
