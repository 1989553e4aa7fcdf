import type { ReactNode } from "react";
import styled, { css } from "styled-components";
import { say, sayName } from "../lib/language.ts";
import { Note } from "../Note.tsx";
import { sameValue } from "../resourceValues.ts";
import { Icon } from "../ui/Icon.tsx";
import { Heard } from "../ui/TableHeard.ts";
import type { Column } from "../ui/TableTypes.ts";

interface ChangedMeanwhileProps<Rec> {
  columns: readonly Column<Rec>[];
  /** As it was when the form was opened. */
  before: Rec;
  /** As it is now. */
  now: Rec;
  /** Who changed it, where that is known. */
  by: string | undefined;
}

/** Tells in an open form that its record has changed, and what is different; what becomes of it is settled when it is saved. */
export function ChangedMeanwhile<Rec>({ columns, before, now, by }: ChangedMeanwhileProps<Rec>) {
  const different = columns.filter(({ sortValue }) => sortValue && !sameValue(sortValue(before), sortValue(now)));
  return (
    <Note
      urgent
      tone="warn"
      title={say("{name} changed this while you were editing", { name: by ? sayName(by) : say("Somebody") })}
    >
      {different.length > 0 && (
        <Changes>
          {different.map((column) => (
            <Change key={column.key} title={column.title} from={shown(column, before)} to={shown(column, now)} />
          ))}
        </Changes>
      )}
      <p>{say("It stays when you save. Where you changed the same, you are asked first.")}</p>
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
