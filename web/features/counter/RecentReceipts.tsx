import styled, { css } from "styled-components";
import { formatDay, societyDayAt } from "../../../shared/dates.ts";
import { paymentReceipt, receiptName } from "../../../shared/resources/payment-receipt.ts";
import { HouseLink } from "../../domain/HouseLink.tsx";
import type { Receipt } from "../../domain/receipts/receipt.ts";
import { printReceipt } from "../../domain/receipts/receiptPrinting.ts";
import { serverNow } from "../../hooks/serverClock.ts";
import { formatClockTime } from "../../i18n/dateTime.ts";
import { t, translateName } from "../../i18n/t.ts";
import { useRecentlyChanged } from "../../live/recentChanges.ts";
import { useLiveRequest } from "../../live/useLiveRequest.ts";
import { Button, IconButton } from "../../ui/button/Button.tsx";
import { Money } from "../../ui/text/Money.tsx";
import { MetaText } from "../../ui/text/Text.tsx";
import { ellipsis, ellipsisAtTextEnd } from "../../ui/theme/mixins.ts";
import { typography } from "../../ui/theme/theme.ts";

const recentReceiptsPath = `/${paymentReceipt.name}?sort=-ReceiptNo&limit=10`;
const receiptResources = [paymentReceipt.name];

/**
 * The last ten receipts of the society, newest first, updated live; undefined while loading or without the permission.
 */
export function useRecentReceipts(canList: boolean): readonly Receipt[] | undefined {
  const { data } = useLiveRequest<{ data: Receipt[] }>(canList ? recentReceiptsPath : null, receiptResources);
  return data?.data;
}

interface RecentReceiptsProps {
  receipts: readonly Receipt[];
  /** Undefined without the permission to void receipts. */
  onVoid: ((receipt: Receipt) => void) | undefined;
}

/** The last receipts, each with buttons to print and void it. */
export function RecentReceipts({ receipts, onVoid }: RecentReceiptsProps) {
  const getHighlight = useRecentlyChanged(paymentReceipt.name);
  return (
    <Panel aria-label={t("Last ten receipts")}>
      <h2>{t("Last ten receipts")}</h2>
      {receipts.length === 0 && <MetaText as="p">{t("No receipts yet.")}</MetaText>}
      <ol>
        {receipts.map((receipt) => {
          const name = receiptName(receipt);
          const by = getHighlight(receipt.PaymentReceiptID)?.by;
          return (
            <Row key={receipt.PaymentReceiptID} $highlighted={by !== undefined}>
              <HouseLink houseNo={receipt.HouseNo} category={receipt.CategoryName} />
              <Texts>
                <NumberAndPayer>
                  <bdi dir="ltr">{name}</bdi>
                  <MetaText>
                    <bdi>{receipt.PayerName}</bdi>
                  </MetaText>
                </NumberAndPayer>
                <MetaText>
                  {[t(receipt.PaymentMethod), formatTimeOrDay(receipt), by && translateName(by)]
                    .filter(Boolean)
                    .join(t(", "))}
                </MetaText>
              </Texts>
              <Money rupees={receipt.AmountPaid} strong />
              <Actions>
                <IconButton
                  icon="printer"
                  label={t("Print {name}", { name })}
                  onClick={() => void printReceipt(receipt)}
                />
                {onVoid && (
                  <Button variant="ghost" aria-label={t("Void {name}", { name })} onClick={() => onVoid(receipt)}>
                    {t("Void")}
                  </Button>
                )}
              </Actions>
            </Row>
          );
        })}
      </ol>
    </Panel>
  );
}

/** `16:44` for today, `20/11/2026` for earlier days, in society time. */
function formatTimeOrDay({ CreatedAt }: Receipt): string {
  const created = new Date(CreatedAt);
  const day = societyDayAt(created);
  return day === societyDayAt(serverNow()) ? formatClockTime(created) : formatDay(day);
}

const Panel = styled.section`
  ${({ theme }) => css`
    min-inline-size: 0;

    h2 {
      ${typography("sectionTitle")}
      margin-block-end: ${theme.space.s};
    }

    ol {
      border-block-start: 1px solid ${theme.color.border};
    }
  `}
`;

const Row = styled.li<{ $highlighted: boolean }>`
  ${({ theme, $highlighted }) => css`
    display: grid;
    grid-template-columns: minmax(calc(${theme.space.xxl} + ${theme.space.s}), auto) minmax(0, 1fr) auto auto;
    gap: ${theme.space.s};
    align-items: center;
    padding-block: ${theme.space.xs};
    border-block-end: 1px solid ${theme.color.border};
    background: ${$highlighted ? theme.color.accentSoft : "transparent"};
    transition: background-color ${theme.motion.highlightFade};
  `}
`;

const Texts = styled.span`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  justify-items: start;
`;

/** On phones the payer is below the number. */
const NumberAndPayer = styled.span`
  ${({ theme }) => css`
    display: flex;
    align-items: baseline;
    gap: 0 ${theme.space.s};
    max-inline-size: 100%;

    > :first-child {
      flex: none;
    }

    > :last-child {
      ${ellipsis}
      ${ellipsisAtTextEnd}
    }

    ${theme.mobile} {
      flex-direction: column;
      align-items: start;

      > * {
        max-inline-size: 100%;
      }
    }
  `}
`;

const Actions = styled.span`
  display: flex;
  align-items: center;
`;
