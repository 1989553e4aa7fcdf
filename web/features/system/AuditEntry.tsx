import { useState } from "react";
import styled, { css, keyframes } from "styled-components";
import { formatMoment } from "../../../shared/dates.ts";
import type { AuditRecord } from "../../../shared/endpoints/audit.ts";
import { role } from "../../../shared/resources/role.ts";
import { rolePermissions } from "../../../shared/resources/role-permissions.ts";
import { say, sayName } from "../../lib/language.ts";
import { type } from "../../theme.ts";
import { Avatar } from "../../ui/Avatar.tsx";
import { Tag } from "../../ui/Badge.tsx";
import { Plate } from "../../ui/Plate.tsx";
import { StatusMark } from "../../ui/Status.tsx";
import { AuditChange } from "./AuditChange.tsx";
import { AuditReferences } from "./AuditReferences.tsx";
import { changesOf, entryTitle } from "./auditChanges.ts";

const mostUnasked = 4;

/** One change of one record: when, who, what, and each field that it changed. */
export function AuditEntry({ entry, lit }: { entry: AuditRecord; lit: boolean }) {
  const [open, setOpen] = useState(false);
  const changes = changesOf(entry);
  const hidden = changes.length > mostUnasked + 1 ? changes.length - mostUnasked : 0;
  const shown = hidden > 0 && !open ? changes.slice(0, mostUnasked) : changes;
  const who = sayName(entry.By);

  return (
    <Line role="row" $lit={lit}>
      <When role="cell">
        <time dateTime={entry.At}>
          <bdi dir="ltr">{formatMoment(new Date(entry.At))}</bdi>
        </time>
      </When>
      <Who role="cell">
        <Avatar name={who} />
        <bdi>{who}</bdi>
      </Who>
      <What role="cell">
        <Kind type={entry.Type} />
        <Names>
          <span>{sayName(entry.Label)}</span>
          <Title entry={entry} />
        </Names>
      </What>
      <Changes role="cell" $flowing={entry.Type !== "update"}>
        {shown.map((change) => (
          <AuditChange key={change.name} change={change} type={entry.Type} />
        ))}
        {hidden > 0 && (
          <More type="button" aria-expanded={open} onClick={() => setOpen(!open)}>
            {open ? say("Show less") : say("Show {count} more", { count: hidden })}
          </More>
        )}
      </Changes>
    </Line>
  );
}

function Kind({ type: kind }: { type: AuditRecord["Type"] }) {
  const { icon, tone, words } = kinds[kind];
  return (
    <StatusMark icon={icon} tone={tone}>
      {say(words)}
    </StatusMark>
  );
}

const kinds = {
  insert: { icon: "plus", tone: "good", words: "Added" },
  update: { icon: "pencil", tone: "neutral", words: "Changed" },
  delete: { icon: "trash", tone: "bad", words: "Deleted" },
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
  const plate = <Plate house={HouseNo} category={typeof CategoryName === "string" ? CategoryName : undefined} />;
  return entry.Title === HouseNo ? (
    plate
  ) : (
    <>
      {title}
      {plate}
    </>
  );
}

const come = keyframes`
  from { background: var(--lit); }
`;

const Line = styled.div<{ $lit: boolean }>`
  ${({ theme: t, $lit }) => css`
    --lit: ${t.color.accentSoft};
    display: grid;
    grid-template-columns: subgrid;
    grid-column: 1 / -1;
    align-items: start;
    padding: ${t.space.s} ${t.size.gutter};
    border-block-end: 1px solid ${t.color.line};

    ${
      $lit &&
      css`
        animation: ${come} ${t.motion.glowFade} ${t.motion.glowHoldMs}ms backwards;
      `
    }

    ${t.phone} {
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
    color: ${t.color.ink2};
    white-space: nowrap;

    ${t.phone} {
      order: 2;
    }
  `}
`;

const Who = styled(Cell)`
  ${({ theme: t }) => css`
    display: flex;
    align-items: center;
    gap: ${t.space.s};

    ${t.phone} {
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

    ${t.phone} {
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
const Changes = styled(Cell)<{ $flowing: boolean }>`
  ${({ theme: t, $flowing }) => css`
    display: flex;
    flex-flow: ${$flowing ? "row wrap" : "column"};
    gap: ${t.space.xxs} ${t.space.xl};
    align-items: start;

    ${t.phone} {
      grid-column: 1 / -1;
      order: 4;
    }
  `}
`;

const More = styled.button`
  ${type("metaStrong")}
  ${({ theme: t }) => css`
    padding: ${t.space.xxs} 0;
    border: 0;
    background: none;
    color: ${t.color.accent};
    cursor: pointer;

    &:hover {
      text-decoration: underline;
    }

    ${t.phone} {
      min-block-size: ${t.size.phoneTarget}px;
    }
  `}
`;
