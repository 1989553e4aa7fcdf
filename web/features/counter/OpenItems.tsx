import { useWatch } from "react-hook-form";
import styled, { css } from "styled-components";
import { type Day, daysBetween, formatDay } from "../../../shared/dates.ts";
import { previewPayment } from "../../../shared/domain/payment-preview.ts";
import { sumRupees, toNearestPaisa } from "../../../shared/money.ts";
import { formatDaysLate } from "../../domain/counts.ts";
import { openItemName } from "../../domain/receipts/describePayment.ts";
import type { OpenItem } from "../../domain/receipts/useHouseBalance.ts";
import { t } from "../../i18n/t.ts";
import { Icon } from "../../ui/icon/Icon.tsx";
import { Money } from "../../ui/text/Money.tsx";
import { targetSize, typography } from "../../ui/theme/theme.ts";

interface OpenItemsProps {
  items: readonly OpenItem[];
  today: Day;
  /** Chooses the amount that pays the first `count` items. */
  onChoose: (count: number) => void;
}

/**
 * The open items, oldest first, and which of them the typed amount pays. A click on an item chooses the amount that
 * pays all items up to that one.
 */
export function OpenItems({ items, today, onChoose }: OpenItemsProps) {
  const amount: unknown = useWatch({ name: "AmountPaid" });
  const { paid, partlyPaid } = previewPayment(items, toNearestPaisa(Number(amount) > 0 ? Number(amount) : 0));
  if (items.length === 0)
    return <Empty>{t("Nothing is outstanding. What the house pays now stays as its credit.")}</Empty>;
  return (
    <List aria-label={t("Outstanding items, oldest first")}>
      {items.map((item, index) => {
        const state = index < paid.length ? "paid" : item === partlyPaid ? "part" : "open";
        return (
          <li key={`${item.kind} ${item.id}`}>
            {/* Only the first is in the tab order, so that keys can scroll the list; ↑ and ↓ in the amount choose items. */}
            <Item type="button" tabIndex={index === 0 ? 0 : -1} data-state={state} onClick={() => onChoose(index + 1)}>
              <Mark>{state !== "open" && <Icon name={state === "paid" ? "check" : "minus"} />}</Mark>
              <Name>{openItemName(item)}</Name>
              <Detail>{describeItem(item, today)}</Detail>
              <Money rupees={item.Due} strong={state !== "open"} />
            </Item>
          </li>
        );
      })}
    </List>
  );
}

/** The amount that pays the first `count` items in full, in rupees. */
export function sumItems(items: readonly OpenItem[], count: number): number {
  return sumRupees(items.slice(0, count).map(({ Due }) => Due));
}

/** How many items the amount pays after ↓ (`step` 1) or ↑ (-1). The amount before may pay the next item in part. */
export function stepItemCount(items: readonly OpenItem[], { rupees, step }: { rupees: number; step: 1 | -1 }): number {
  const { paid, partlyPaid, credit } = previewPayment(items, toNearestPaisa(rupees > 0 ? rupees : 0));
  if (step === -1) return partlyPaid !== undefined || credit > 0 ? paid.length : Math.max(0, paid.length - 1);
  return Math.min(items.length, paid.length + 1);
}

function describeItem({ DueDate, PenaltyAmount, Received }: OpenItem, today: Day): string {
  const late = daysBetween(DueDate, today);
  return [
    late > 0 ? formatDaysLate(late) : t("due {day}", { day: formatDay(DueDate) }),
    ...(PenaltyAmount > 0 ? [t("with penalty")] : []),
    ...(Received > 0 ? [t("Part-paid")] : []),
  ].join(t(", "));
}

const List = styled.ol`
  ${({ theme }) => css`
    max-block-size: calc(8.5 * ${theme.size.row}px);
    overflow-y: auto;
    border-block: 1px solid ${theme.color.border};

    ${theme.mobile} {
      max-block-size: calc(4.5 * ${theme.size.minTargetMobile}px);
    }
  `}
`;

const Item = styled.button`
  ${({ theme }) => css`
    display: grid;
    grid-template-columns: ${theme.size.iconLarge}px minmax(0, auto) minmax(0, 1fr) auto;
    gap: ${theme.space.s};
    align-items: center;
    inline-size: 100%;
    min-block-size: ${targetSize(theme.size.row)};
    padding-inline: ${theme.space.s};
    border-block-end: 1px solid ${theme.color.border};
    text-align: start;

    &[data-state="paid"] {
      background: ${theme.color.accentSoft};
    }

    &[data-state="part"] {
      background: ${theme.color.amberSoft};
    }

    &:hover {
      box-shadow: inset ${theme.size.thickBorder} 0 0 ${theme.color.accent};
    }
  `}
`;

const Mark = styled.span`
  display: grid;
  color: ${({ theme }) => theme.color.accent};
`;

const Name = styled.span`
  ${typography("strong")}
`;

const Detail = styled.span`
  ${typography("meta")}
  color: ${({ theme }) => theme.color.textMuted};
`;

const Empty = styled.p`
  ${({ theme }) => css`
    padding: ${theme.space.s};
    border-block: 1px solid ${theme.color.border};
    color: ${theme.color.textMuted};
  `}
`;
