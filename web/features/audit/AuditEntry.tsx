import { useState } from "react";
import styled, { css, keyframes } from "styled-components";
import { formatDateTime } from "../../../shared/dates.ts";
import type { AuditRecord } from "../../../shared/endpoints/audit.ts";
import { role } from "../../../shared/resources/role.ts";
import { rolePermissions } from "../../../shared/resources/role-permissions.ts";
import { HouseBadge } from "../../domain/HouseBadge.tsx";
import { StatusLabel } from "../../domain/Status.tsx";
import { t, translateName } from "../../i18n/t.ts";
import { Avatar } from "../../ui/badge/Avatar.tsx";
import { Tag } from "../../ui/badge/Badge.tsx";
import { typography } from "../../ui/theme/theme.ts";
import { AuditChange } from "./AuditChange.tsx";
import { AuditReferences } from "./AuditReferences.tsx";
import { diffFields, entryTitle } from "./fieldChanges.ts";

const maxCollapsedChanges = 4;

/** One change of one record: when, who, what, and each field that it changed. */
export function AuditEntry({ entry, highlighted }: { entry: AuditRecord; highlighted: boolean }) {
  const [open, setOpen] = useState(false);
  const changes = diffFields(entry);
  const hidden = changes.length > maxCollapsedChanges + 1 ? changes.length - maxCollapsedChanges : 0;
  const shown = hidden > 0 && !open ? changes.slice(0, maxCollapsedChanges) : changes;
  const who = translateName(entry.By);

  return (
    <EntryRow role="row" $highlighted={highlighted}>
      <When role="cell">
        <time dateTime={entry.At}>
          <bdi dir="ltr">{formatDateTime(new Date(entry.At))}</bdi>
        </time>
      </When>
      <Who role="cell">
        <Avatar name={who} />
        <bdi>{who}</bdi>
      </Who>
      <What role="cell">
        <ChangeType type={entry.Type} />
        <Names>
          <span>{translateName(entry.Label)}</span>
          <Title entry={entry} />
        </Names>
      </What>
      <Changes role="cell" $inline={entry.Type !== "update"}>
        {shown.map((change) => (
          <AuditChange key={change.name} change={change} type={entry.Type} />
        ))}
        {hidden > 0 && (
          <More type="button" aria-expanded={open} onClick={() => setOpen(!open)}>
            {open ? t("Show less") : t("Show {count} more", { count: hidden })}
          </More>
        )}
      </Changes>
    </EntryRow>
  );
}

function ChangeType({ type: kind }: { type: AuditRecord["Type"] }) {
  const { icon, tone, label } = changeTypes[kind];
  return (
    <StatusLabel icon={icon} tone={tone}>
      {t(label)}
    </StatusLabel>
  );
}

const changeTypes = {
  insert: { icon: "plus", tone: "good", label: "Added" },
  update: { icon: "pencil", tone: "neutral", label: "Changed" },
  delete: { icon: "trash", tone: "bad", label: "Deleted" },
} as const;

function Title({ entry }: { entry: AuditRecord }) {
  const { HouseNo, CategoryName, RoleID } = entry.After ?? entry.Before ?? {};
  const title = (
    <strong>
      <bdi>{entryTitle(entry)}</bdi>
    </strong>
  );
  if (entry.Resource === rolePermissions.name)
    return (
      <>
        {title}
        <Tag>
          <AuditReferences target={role} ids={[Number(RoleID)]} />
        </Tag>
      </>
    );
  if (typeof HouseNo !== "string") return title;
  const plate = <HouseBadge house={HouseNo} category={typeof CategoryName === "string" ? CategoryName : undefined} />;
  return entry.Title === HouseNo ? (
    plate
  ) : (
    <>
      {title}
      {plate}
    </>
  );
}

const fadeHighlight = keyframes`
  from { background: var(--lit); }
`;

const EntryRow = styled.div<{ $highlighted: boolean }>`
  ${({ theme: t, $highlighted }) => css`
    --lit: ${t.color.accentSoft};
    display: grid;
    grid-template-columns: subgrid;
    grid-column: 1 / -1;
    align-items: start;
    padding: ${t.space.s} ${t.size.gutter};
    border-block-end: 1px solid ${t.color.border};

    ${
      $highlighted &&
      css`
        animation: ${fadeHighlight} ${t.motion.highlightFade} ${t.motion.highlightHoldMs}ms backwards;
      `
    }

    ${t.mobile} {
      grid-template-columns: minmax(0, 1fr) auto;
      gap: ${t.space.xs} ${t.space.m};
      padding: ${t.space.m} ${t.size.gutter};
    }
  `}
`;

const Cell = styled.div`
  min-inline-size: 0;
  overflow-wrap: anywhere;
`;

const When = styled(Cell)`
  ${({ theme: t }) => css`
    color: ${t.color.textMuted};
    white-space: nowrap;

    ${t.mobile} {
      order: 2;
    }
  `}
`;

const Who = styled(Cell)`
  ${({ theme: t }) => css`
    display: flex;
    align-items: center;
    gap: ${t.space.s};

    ${t.mobile} {
      order: 1;
      font-weight: 600;
    }
  `}
`;

const What = styled(Cell)`
  ${({ theme: t }) => css`
    display: grid;
    gap: ${t.space.xxs};
    justify-items: start;

    ${t.mobile} {
      grid-column: 1 / -1;
      order: 3;
      display: flex;
      flex-wrap: wrap;
      gap: ${t.space.s};
    }
  `}
`;

const Names = styled.span`
  ${({ theme: t }) => css`
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: ${t.space.xs} ${t.space.s};

    strong {
      font-weight: 600;
    }
  `}
`;

/** What differs stands line by line; what a record holds may flow. */
const Changes = styled(Cell)<{ $inline: boolean }>`
  ${({ theme: t, $inline }) => css`
    display: flex;
    flex-flow: ${$inline ? "row wrap" : "column"};
    gap: ${t.space.xxs} ${t.space.xl};
    align-items: start;

    ${t.mobile} {
      grid-column: 1 / -1;
      order: 4;
    }
  `}
`;

const More = styled.button`
  ${typography("metaStrong")}
  ${({ theme: t }) => css`
    padding: ${t.space.xxs} 0;
    border: 0;
    background: none;
    color: ${t.color.accent};
    cursor: pointer;

    &:hover {
      text-decoration: underline;
    }

    ${t.mobile} {
      min-block-size: ${t.size.touchTarget}px;
    }
  `}
`;
