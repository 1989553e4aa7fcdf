import styled, { css } from "styled-components";
import type { Attribution } from "../../../shared/wire.ts";
import { formatTimestamp } from "../../i18n/dateTime.ts";
import { t, translateName } from "../../i18n/t.ts";
import { visuallyHidden } from "../../ui/theme/mixins.ts";
import { typography } from "../../ui/theme/theme.ts";
import type { MergeSide } from "./threeWayMerge.ts";

interface ConflictFieldProps {
  label: string;
  name: string;
  before: string;
  mine: string;
  theirs: string;
  /** Who last changed the field in the other version, and when. */
  lastEdit: Attribution | undefined;
  /** The author of the other version. */
  otherName: string;
  /** Both versions have the same value, so there is nothing to choose. */
  isSame: boolean;
  chosenSide: MergeSide;
  onChoose: (side: MergeSide) => void;
}

/** One field of a conflict: its value before, in both versions, and the choice between them. */
export function ConflictField({ label, name, before, isSame, chosenSide, onChoose, ...versions }: ConflictFieldProps) {
  const { mine, theirs, lastEdit, otherName } = versions;
  const attribution =
    lastEdit && t("{name}, {time}", { name: translateName(lastEdit.by), time: formatTimestamp(lastEdit.at) });
  return (
    <Row role="radiogroup" aria-label={label}>
      <Label aria-hidden="true">{label}</Label>
      <BaseValue>
        <MobileHeading>{t("Before")}</MobileHeading>
        <bdi>{before}</bdi>
      </BaseValue>
      {isSame ? (
        <SameValue>
          <bdi>{mine}</bdi> <small>{t("same in both")}</small>
        </SameValue>
      ) : (
        <>
          <Choice $chosen={chosenSide === "mine"}>
            <input type="radio" name={name} checked={chosenSide === "mine"} onChange={() => onChoose("mine")} />
            <span>
              <MobileHeading>{t("Yours")}</MobileHeading>
              <bdi>{mine}</bdi>
            </span>
          </Choice>
          <Choice $chosen={chosenSide === "theirs"}>
            <input type="radio" name={name} checked={chosenSide === "theirs"} onChange={() => onChoose("theirs")} />
            <span>
              {!attribution && <MobileHeading>{otherName}</MobileHeading>}
              <bdi>{theirs}</bdi>
              {attribution && <small>{attribution}</small>}
            </span>
          </Choice>
        </>
      )}
    </Row>
  );
}

const Row = styled.div`
  ${({ theme }) => css`
    display: grid;
    grid-column: 1 / -1;
    grid-template-columns: subgrid;
    border-block-end: 1px solid ${theme.color.border};
    overflow-wrap: anywhere;

    ${theme.mobile} {
      display: block;
      padding-block: ${theme.space.m};
    }
  `}
`;

const Label = styled.span`
  ${({ theme }) => css`
    align-self: center;
    padding-inline-end: ${theme.space.m};

    ${theme.mobile} {
      ${typography("strong")}
      display: block;
    }
  `}
`;

const BaseValue = styled.span`
  ${({ theme }) => css`
    align-self: center;
    padding-inline-end: ${theme.space.m};
    color: ${theme.color.textMuted};
  `}
`;

/** Hidden on wide screens, where column headings name the versions. */
const MobileHeading = styled.span`
  ${visuallyHidden}

  ${({ theme }) => css`
    ${theme.mobile} {
      position: static;
      inline-size: auto;
      block-size: auto;
      margin: 0;
      margin-inline-end: ${theme.space.s};
      clip-path: none;
      color: ${theme.color.textMuted};
    }
  `}
`;

const SameValue = styled.span`
  ${({ theme }) => css`
    grid-column: 3 / -1;
    padding: ${theme.space.s} ${theme.space.m};
    color: ${theme.color.textMuted};

    ${theme.mobile} {
      display: block;
      padding-inline: 0;
    }
  `}
`;

const Choice = styled.label<{ $chosen: boolean }>`
  ${({ theme, $chosen }) => css`
    display: flex;
    align-items: center;
    gap: ${theme.space.s};
    min-block-size: calc(${theme.size.row}px + ${theme.space.s});
    padding: ${theme.space.s} ${theme.space.m};
    border-inline-start: 1px solid ${theme.color.border};
    background: ${$chosen ? theme.color.accentSoft : "transparent"};
    font-weight: ${$chosen ? 600 : 400};
    cursor: pointer;

    input {
      flex: none;
      inline-size: ${theme.size.icon}px;
      block-size: ${theme.size.icon}px;
      margin: 0;
      accent-color: ${theme.color.accent};
    }

    small {
      ${typography("meta")}
      display: block;
      color: ${theme.color.textMuted};
    }

    &:focus-within {
      outline: ${theme.size.ring} solid ${theme.color.accent};
      outline-offset: calc(-1 * ${theme.size.ring});
    }

    ${theme.mobile} {
      margin-block-start: ${theme.space.s};
      border: 1px solid ${theme.color.borderStrong};
      border-radius: ${theme.radius.field};
    }
  `}
`;
