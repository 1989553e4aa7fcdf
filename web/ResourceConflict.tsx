import type { ReactNode } from "react";
import styled, { css } from "styled-components";
import { say } from "./lib/language.ts";
import { Note } from "./Note.tsx";
import { sameValue } from "./resourceValues.ts";
import { Button } from "./ui/Button.tsx";
import { Icon } from "./ui/Icon.tsx";
import { Heard } from "./ui/TableHeard.ts";
import type { Column } from "./ui/TableTypes.ts";

interface ResourceConflictProps<Rec> {
  columns: readonly Column<Rec>[];
  /** As it was when the form was opened. */
  before: Rec;
  /** As it is now. */
  theirs: Rec;
  /** Who changed it, where that is known. */
  by: string | undefined;
  onUseMine: () => void;
  onUseTheirs: () => void;
}

/** Tells in an open form that its record has changed, and what is different; nothing is lost until one version is chosen. */
export function ResourceConflict<Rec>(props: ResourceConflictProps<Rec>) {
  const { columns, before, theirs, by = say("Somebody"), onUseMine, onUseTheirs } = props;
  const different = columns.filter(({ sortValue }) => sortValue && !sameValue(sortValue(before), sortValue(theirs)));
  return (
    <Note
      urgent
      tone="warn"
      title={say("{name} changed this while you were editing", { name: by })}
      actions={
        <>
          <Button onClick={onUseMine}>{say("Use mine")}</Button>
          <Button onClick={onUseTheirs}>{say("Use theirs")}</Button>
        </>
      }
    >
      {different.length > 0 && (
        <Changes>
          {different.map((column) => (
            <Change key={column.key} title={column.title} from={shown(column, before)} to={shown(column, theirs)} />
          ))}
        </Changes>
      )}
      <p>{say("Use mine keeps what you changed here and takes the rest from the new version.")}</p>
    </Note>
  );
}

function Change({ title, from, to }: { title: string; from: ReactNode; to: ReactNode }) {
  return (
    <>
      <dt>{title}</dt>
      <dd>
        {from}
        <Icon name="arrow-right" />
        <Heard as="span">{say("became")}</Heard>
        <strong>{to}</strong>
      </dd>
    </>
  );
}

function shown<Rec>(column: Column<Rec>, record: Rec): ReactNode {
  const text = column.sortValue?.(record);
  if (text === "" || text === null || text === undefined) return "—";
  return column.render(record, { tabIndex: -1 });
}

const Changes = styled.dl`
  ${({ theme: t }) => css`
    display: grid;
    grid-template-columns: max-content minmax(0, 1fr);
    gap: ${t.space.xxs} ${t.space.m};
    margin-block: ${t.space.xs};

    dd {
      display: flex;
      flex-wrap: wrap;
      align-items: center;
      gap: ${t.space.s};
      color: ${t.color.ink};
      overflow-wrap: anywhere;
    }
  `}
`;
