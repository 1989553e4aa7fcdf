import styled, { css } from "styled-components";
import { formatDateTime } from "../../../shared/dates.ts";
import { adjustmentName } from "../../../shared/resources/adjustment.ts";
import { receiptName } from "../../../shared/resources/payment-receipt.ts";
import { ActivityRow, ApprovedBy, getActivityTexts, renderUserName } from "../../domain/ActivityRow.tsx";
import { Trans } from "../../i18n/Trans.tsx";
import { t, translateName } from "../../i18n/t.ts";
import { typography } from "../../ui/theme/theme.ts";
import type { HouseChange } from "./useHouseHistory.ts";

interface HouseChangeItemProps {
  change: HouseChange;
  /**
   * Whether the values of every changed field are shown. Without it, those of the first field of a change of the house
   * itself are shown, and none of other changes.
   */
  showAllFields?: boolean;
}

/** Who changed what and when. */
export function HouseChangeItem({ change, showAllFields = false }: HouseChangeItemProps) {
  const { kind, by, at, recordLabel, installmentCount, fields } = change;
  const name = translateName(by);
  const visibleFields = showAllFields ? fields : kind === "house changed" ? fields.slice(0, 1) : [];
  return (
    <ActivityRow kind={kind} name={name}>
      <p>
        <Trans
          text={getChangeText(kind)}
          with={{
            name: renderUserName(name),
            record: recordLabel,
            // The label of a receipt or adjustment is its number; the texts of other kinds use neither placeholder.
            receipt: <bdi dir="ltr">{receiptName({ ReceiptNo: Number(recordLabel) })}</bdi>,
            adjustment: <bdi dir="ltr">{adjustmentName({ AdjustmentNo: Number(recordLabel) })}</bdi>,
            count: installmentCount,
            fields: fields.map(({ label }) => label).join(t(", ")),
          }}
        />
        <ApprovedBy name={change.approvedBy} />
      </p>
      {visibleFields.length > 0 && (
        <FieldList>
          {visibleFields.map(({ label, before, after }) => (
            <li key={label}>
              {showAllFields && <span>{label}</span>}
              {before && (
                <del>
                  <bdi>{before}</bdi>
                </del>
              )}
              <bdi>{after || "—"}</bdi>
            </li>
          ))}
        </FieldList>
      )}
      <Meta>
        <bdi dir="ltr">{formatDateTime(new Date(at))}</bdi>
      </Meta>
    </ActivityRow>
  );
}

/** The sentence of a change. For a change of the house itself it names the changed fields. */
function getChangeText(kind: HouseChange["kind"]) {
  return kind === "house changed" ? "{name} changed {fields}" : getActivityTexts(kind).one;
}

const FieldList = styled.ul`
  ${typography("meta")}
  ${({ theme }) => css`
    display: flex;
    flex-wrap: wrap;
    gap: 0 ${theme.space.l};
    color: ${theme.color.textMuted};

    li {
      display: flex;
      flex-wrap: wrap;
      gap: 0 ${theme.space.s};
    }

    li > span {
      color: ${theme.color.textSubtle};
    }
  `}
`;

const Meta = styled.p`
  ${typography("meta")}
  color: ${({ theme }) => theme.color.textSubtle};
`;
