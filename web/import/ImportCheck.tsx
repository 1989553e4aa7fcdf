import styled, { css } from "styled-components";
import type { ImportOutcome } from "../../shared/endpoints/import.ts";
import { say } from "../lib/language.ts";
import { type } from "../theme.ts";
import { Button } from "../ui/Button.tsx";
import { countText } from "../ui/Money.tsx";
import { ImportActions, Quiet } from "./ImportParts.tsx";
import { ImportRefused } from "./ImportRefused.tsx";
import type { useImport } from "./useImport.ts";

interface ImportCheckProps {
  importing: ReturnType<typeof useImport>;
  onClose: () => void;
}

/** What an import would do, and once it is done what it did: counts, and each row that is left out with its reason. */
export function ImportCheck({ importing, onClose }: ImportCheckProps) {
  const { step, outcome, busy, file } = importing;
  const done = step === "done";
  const rows = outcome ? outcome.added + outcome.updated : 0;
  return (
    <>
      <Title>{titleOf({ done, rows })}</Title>
      <Quiet>
        <bdi>{file?.name}</bdi>
      </Quiet>
      {outcome && <Counts outcome={outcome} />}
      {outcome && outcome.refused.length > 0 && <ImportRefused refused={outcome.refused} file={file?.name ?? ""} />}
      <ImportActions>
        {done ? (
          <>
            <Button onClick={importing.reset}>{say("Another file")}</Button>
            <Button variant="primary" onClick={onClose}>
              {say("Close")}
            </Button>
          </>
        ) : (
          <>
            <Button onClick={importing.back}>{say("Back to the columns")}</Button>
            <Button variant="primary" busy={busy} disabled={rows === 0} onClick={() => void importing.take()}>
              {rows === 1 ? say("Import 1 row") : say("Import {count} rows", { count: countText(rows) })}
            </Button>
          </>
        )}
      </ImportActions>
    </>
  );
}

function titleOf({ done, rows }: { done: boolean; rows: number }): string {
  if (done) return say("Import finished");
  return rows === 0 ? say("There is nothing new in this file") : say("This is what the import will do");
}

function Counts({ outcome: { added, updated, unchanged, refused } }: { outcome: ImportOutcome }) {
  const counts = [
    { label: say("Added"), count: added },
    { label: say("Changed"), count: updated },
    { label: say("Unchanged"), count: unchanged },
    { label: say("Left out"), count: refused.length, bad: refused.length > 0 },
  ];
  return (
    <Line>
      {counts.map(({ label, count, bad = false }) => (
        <Count key={label} $bad={bad}>
          <dt>{label}</dt>
          <dd>{countText(count)}</dd>
        </Count>
      ))}
    </Line>
  );
}

const Title = styled.h3`
  ${type("strong")}
`;

const Line = styled.dl`
  ${({ theme: t }) => css`
    display: flex;
    flex-wrap: wrap;
    gap: ${t.space.s} ${t.space.xxl};
    margin: ${t.space.m} 0 ${t.space.l};
    padding-block: ${t.space.s};
    border-block: 1px solid ${t.color.line};

    ${t.phone} {
      gap: ${t.space.s} ${t.space.xl};
    }
  `}
`;

const Count = styled.div<{ $bad: boolean }>`
  ${({ theme: t, $bad }) => css`
    dt {
      color: ${t.color.ink2};
    }

    dd {
      ${type("page")}
      color: ${$bad ? t.color.red : t.color.ink};
    }
  `}
`;
