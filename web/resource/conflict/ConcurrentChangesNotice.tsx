import type { ReactNode } from "react";
import styled, { css } from "styled-components";
import { t, translateName } from "../../i18n/t.ts";
import { Callout } from "../../ui/feedback/Callout.tsx";
import { Icon } from "../../ui/icon/Icon.tsx";
import type { Column } from "../../ui/table/tableTypes.ts";
import { VisuallyHidden } from "../../ui/text/Text.tsx";
import { isSameValue } from "../formValues.ts";

interface ConcurrentChangesNoticeProps<Rec> {
  columns: readonly Column<Rec>[];
  /** The record when the form was opened. */
  opened: Rec;
  /** The record now. */
  current: Rec;
  /** Who changed the record, if known. */
  changedBy: string | undefined;
}

/**
 * Tells the user of an open form that another user has changed the record, and which fields. Conflicts are resolved on
 * saving.
 */
export function ConcurrentChangesNotice<Rec>({
  columns,
  opened,
  current,
  changedBy,
}: ConcurrentChangesNoticeProps<Rec>) {
  const changedColumns = columns.filter(
    ({ sortValue }) => sortValue && !isSameValue(sortValue(opened), sortValue(current)),
  );
  return (
    <Callout
      urgent
      tone="warn"
      title={t("{name} changed this while you were editing", {
        name: changedBy ? translateName(changedBy) : t("Somebody"),
      })}
    >
      {changedColumns.length > 0 && (
        <ChangeList>
          {changedColumns.map((column) => (
            <ChangedField
              key={column.key}
              title={column.title}
              before={renderValue(column, opened)}
              after={renderValue(column, current)}
            />
          ))}
        </ChangeList>
      )}
      <p>{t("These changes are kept when you save. If you changed the same field, you choose which value to keep.")}</p>
    </Callout>
  );
}

function ChangedField({ title, before, after }: { title: string; before: ReactNode; after: ReactNode }) {
  return (
    <>
      <dt>{title}</dt>
      <dd>
        {before}
        <Icon name="arrow-right" />
        <VisuallyHidden as="span">{t("became")}</VisuallyHidden>
        <strong>{after}</strong>
      </dd>
    </>
  );
}

function renderValue<Rec>(column: Column<Rec>, record: Rec): ReactNode {
  const value = column.sortValue?.(record);
  if (value === "" || value === null || value === undefined) return "—";
  return column.render(record, { tabIndex: -1 });
}

const ChangeList = styled.dl`
  ${({ theme }) => css`
    display: grid;
    grid-template-columns: max-content minmax(0, 1fr);
    gap: ${theme.space.xxs} ${theme.space.m};
    margin-block: ${theme.space.xs};

    dd {
      display: flex;
      flex-wrap: wrap;
      align-items: center;
      gap: ${theme.space.s};
      color: ${theme.color.text};
      overflow-wrap: anywhere;
    }
  `}
`;
