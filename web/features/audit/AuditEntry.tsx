import { useState } from "react";
import styled, { css, keyframes } from "styled-components";
import { formatDateTime } from "../../../shared/dates.ts";
import type { AuditRecord } from "../../../shared/endpoints/audit.ts";
import { role } from "../../../shared/resources/role.ts";
import { rolePermissions } from "../../../shared/resources/role-permissions.ts";
import { ApprovedBy } from "../../domain/ActivityRow.tsx";
import { HouseBadge } from "../../domain/HouseLink.tsx";
import { Trans } from "../../i18n/Trans.tsx";
import { t, translateName } from "../../i18n/t.ts";
import { Avatar } from "../../ui/badge/Avatar.tsx";
import { StatusLabel, Tag } from "../../ui/badge/Badge.tsx";
import { typography } from "../../ui/theme/theme.ts";
import { AuditReferences, AuditValue } from "./AuditValue.tsx";
import { diffFields, type FieldChange, formatEntryTitle, formatFieldLabel } from "./fieldChanges.ts";

/** Number of fields that a collapsed entry shows. An entry with only one field more shows all of them. */
const maxCollapsedFields = 4;

/** One change of a record: when, who, what, and the changed fields. */
export function AuditEntry({ entry, highlighted }: { entry: AuditRecord; highlighted: boolean }) {
  const [isExpanded, setExpanded] = useState(false);
  const fieldChanges = diffFields(entry);
  const hiddenCount = fieldChanges.length > maxCollapsedFields + 1 ? fieldChanges.length - maxCollapsedFields : 0;
  const visibleFieldChanges = hiddenCount > 0 && !isExpanded ? fieldChanges.slice(0, maxCollapsedFields) : fieldChanges;
  const who = translateName(entry.By);

  return (
    <EntryRow role="row" $highlighted={highlighted}>
      <TimeCell role="cell">
        <time dateTime={entry.At}>
          <bdi dir="ltr">{formatDateTime(new Date(entry.At))}</bdi>
        </time>
      </TimeCell>
      <ActorCell role="cell">
        <Avatar name={who} />
        <span>
          <bdi>{who}</bdi>
          <ApprovedBy name={entry.ApprovedBy} />
        </span>
      </ActorCell>
      <ActionCell role="cell">
        <ChangeType type={entry.Type} />
        <Names>
          <span>{translateName(entry.Label)}</span>
          <EntryTitle entry={entry} />
        </Names>
      </ActionCell>
      <FieldChanges role="cell" $inline={entry.Type !== "update"}>
        {visibleFieldChanges.map((change) => (
          <AuditFieldChange key={change.name} change={change} type={entry.Type} />
        ))}
        {hiddenCount > 0 && (
          <ShowMoreButton type="button" aria-expanded={isExpanded} onClick={() => setExpanded(!isExpanded)}>
            {isExpanded ? t("Show less") : t("Show {count} more", { count: hiddenCount })}
          </ShowMoreButton>
        )}
      </FieldChanges>
    </EntryRow>
  );
}

function ChangeType({ type }: { type: AuditRecord["Type"] }) {
  const { icon, tone, label } = changeTypes[type];
  return (
    <StatusLabel icon={icon} tone={tone}>
      {t(label)}
    </StatusLabel>
  );
}

/** How each kind of change is shown. */
export const changeTypes = {
  insert: { icon: "plus", tone: "good", label: "Added" },
  update: { icon: "pencil", tone: "neutral", label: "Changed" },
  delete: { icon: "trash", tone: "bad", label: "Deleted" },
} as const;

/** The title of the changed record, for a permission also its role, and for a record of a house the house's badge. */
function EntryTitle({ entry }: { entry: AuditRecord }) {
  const { HouseNo, CategoryName, RoleID } = entry.After ?? entry.Before ?? {};
  return (
    <>
      {entry.Title !== HouseNo && (
        <strong>
          <bdi>{formatEntryTitle(entry)}</bdi>
        </strong>
      )}
      {entry.Resource === rolePermissions.name && (
        <Tag>
          <AuditReferences target={role} ids={[Number(RoleID)]} />
        </Tag>
      )}
      {typeof HouseNo === "string" && (
        <HouseBadge houseNo={HouseNo} category={typeof CategoryName === "string" ? CategoryName : undefined} />
      )}
    </>
  );
}

const fadeHighlight = keyframes`
  from { background: var(--highlight); }
`;

const EntryRow = styled.div<{ $highlighted: boolean }>`
  ${({ theme, $highlighted }) => css`
    --highlight: ${theme.color.accentSoft};
    display: grid;
    grid-template-columns: subgrid;
    grid-column: 1 / -1;
    align-items: start;
    padding: ${theme.space.s} ${theme.size.gutter};
    border-block-end: 1px solid ${theme.color.border};

    ${
      $highlighted &&
      css`
        animation: ${fadeHighlight} ${theme.motion.highlightFade} ${theme.motion.highlightHoldMs}ms backwards;
      `
    }

    ${theme.mobile} {
      grid-template-columns: minmax(0, 1fr) auto;
      gap: ${theme.space.xs} ${theme.space.m};
      padding: ${theme.space.m} ${theme.size.gutter};
    }
  `}
`;

const Cell = styled.div`
  min-inline-size: 0;
  overflow-wrap: anywhere;
`;

const TimeCell = styled(Cell)`
  ${({ theme }) => css`
    color: ${theme.color.textMuted};
    white-space: nowrap;

    ${theme.mobile} {
      order: 2;
    }
  `}
`;

const ActorCell = styled(Cell)`
  ${({ theme }) => css`
    display: flex;
    align-items: center;
    gap: ${theme.space.s};

    ${theme.mobile} {
      order: 1;
      font-weight: 600;
    }
  `}
`;

const ActionCell = styled(Cell)`
  ${({ theme }) => css`
    display: grid;
    gap: ${theme.space.xxs};
    justify-items: start;

    ${theme.mobile} {
      grid-column: 1 / -1;
      order: 3;
      display: flex;
      flex-wrap: wrap;
      gap: ${theme.space.s};
    }
  `}
`;

const Names = styled.span`
  ${({ theme }) => css`
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: ${theme.space.xs} ${theme.space.s};

    strong {
      font-weight: 600;
    }
  `}
`;

/** An update has one line for each field; the fields of an added or deleted record wrap. */
const FieldChanges = styled(Cell)<{ $inline: boolean }>`
  ${({ theme, $inline }) => css`
    display: flex;
    flex-flow: ${$inline ? "row wrap" : "column"};
    gap: ${theme.space.xxs} ${theme.space.xl};
    align-items: start;

    ${theme.mobile} {
      grid-column: 1 / -1;
      order: 4;
    }
  `}
`;

const ShowMoreButton = styled.button`
  ${typography("metaStrong")}
  ${({ theme }) => css`
    padding: ${theme.space.xxs} 0;
    color: ${theme.color.accent};

    &:hover {
      text-decoration: underline;
    }

    ${theme.mobile} {
      min-block-size: ${theme.size.minTargetMobile}px;
    }
  `}
`;

interface AuditFieldChangeProps {
  change: FieldChange;
  type: AuditRecord["Type"];
}

/** One field: old and new value of an update, or the value of an added or deleted record. */
function AuditFieldChange({ change, type }: AuditFieldChangeProps) {
  const { name, meta, before, after } = change;
  return (
    <Field>
      <Label>{formatFieldLabel(name)}</Label>
      <span>
        {type === "update" ? (
          <Trans
            text="{before} → {after}"
            with={{
              before: (
                <Before>
                  <AuditValue name={name} meta={meta} value={before} />
                </Before>
              ),
              after: (
                <After>
                  <AuditValue name={name} meta={meta} value={after} />
                </After>
              ),
            }}
          />
        ) : (
          <AuditValue name={name} meta={meta} value={type === "insert" ? after : before} />
        )}
      </span>
    </Field>
  );
}

const Field = styled.div`
  ${({ theme }) => css`
    display: flex;
    flex-wrap: wrap;
    gap: 0 ${theme.space.s};
  `}
`;

const Label = styled.span`
  ${typography("meta")}
  align-self: center;
  color: ${({ theme }) => theme.color.textMuted};

  &::after {
    content: ":";
  }
`;

const Before = styled.del`
  color: ${({ theme }) => theme.color.textMuted};
  text-decoration: none;
`;

const After = styled.ins`
  font-weight: 600;
  text-decoration: none;
`;
