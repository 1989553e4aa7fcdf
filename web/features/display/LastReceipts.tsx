import { useState } from "react";
import styled, { css, keyframes } from "styled-components";
import { formatDay, societyDayAt } from "../../../shared/dates.ts";
import { receiptName } from "../../../shared/resources/payment-receipt.ts";
import type { DisplayData } from "../../../shared/wire.ts";
import { HouseBadge } from "../../domain/HouseLink.tsx";
import { formatClockTime } from "../../i18n/dateTime.ts";
import { t } from "../../i18n/t.ts";
import { Money } from "../../ui/text/Money.tsx";
import { MetaText } from "../../ui/text/Text.tsx";
import { typography } from "../../ui/theme/theme.ts";

const highlightMs = 60_000;

/** The last receipts, newest first; a new one slides in and is highlighted for a minute. */
export function LastReceipts({ receipts, now }: { receipts: DisplayData["receipts"]; now: Date }) {
  const [newestNoOnMount] = useState(receipts[0]?.ReceiptNo ?? 0);
  return (
    <ReceiptPanel aria-label={t("Last ten receipts")}>
      <Header>
        <h2>{t("Last ten receipts")}</h2>
        <span>{t("Rs")}</span>
      </Header>
      <ol>
        {receipts.map(({ ReceiptNo, HouseNo, CategoryName, AmountPaid, CreatedAt }, index) => (
          <Row
            key={ReceiptNo}
            $isNew={ReceiptNo > newestNoOnMount}
            $highlighted={index === 0 && now.getTime() - Date.parse(CreatedAt) < highlightMs}
          >
            <HouseBadge houseNo={HouseNo} category={CategoryName} />
            <MetaText as="bdi" dir="ltr">
              {receiptName({ ReceiptNo })}
            </MetaText>
            <Money rupees={AmountPaid} decimals={0} strong />
            <time dateTime={CreatedAt} dir="ltr">
              {formatTimeOrDay(new Date(CreatedAt), now)}
            </time>
          </Row>
        ))}
      </ol>
      {receipts.length === 0 && <p>{t("No receipts yet.")}</p>}
    </ReceiptPanel>
  );
}

const slideIn = keyframes`
  from { opacity: 0; translate: 0 -100%; }
`;

const ReceiptPanel = styled.section`
  ${({ theme }) => css`
    display: flex;
    flex-direction: column;
    min-inline-size: calc(${theme.size.searchBox} + ${theme.space.xl});
    padding-inline-start: ${theme.space.l};
    overflow: hidden;
    border-inline-start: 1px solid ${theme.color.borderStrong};

    ol {
      display: grid;
      flex: 1;
      grid-template-rows: repeat(10, minmax(0, 1fr));
      min-block-size: 0;
    }
  `}
`;

const Header = styled.header`
  ${({ theme }) => css`
    display: flex;
    align-items: baseline;
    justify-content: space-between;

    h2 {
      ${typography("strong")}
    }

    span {
      ${typography("meta")}
      color: ${theme.color.textMuted};
    }
  `}
`;

const Row = styled.li<{ $isNew: boolean; $highlighted: boolean }>`
  ${({ theme, $isNew, $highlighted }) => css`
    display: grid;
    grid-template-columns: minmax(calc(${theme.space.xxl} + ${theme.space.s}), auto) minmax(0, 1fr) auto minmax(${theme.space.xxl}, auto);
    gap: ${theme.space.s};
    align-items: center;
    padding-inline: ${theme.space.xs};
    border-block-end: 1px solid ${theme.color.border};
    background: ${$highlighted ? theme.color.accentSoft : "transparent"};

    time {
      justify-self: end;
      color: ${theme.color.textMuted};
    }

    ${
      $isNew &&
      css`
        animation: ${slideIn} ${theme.motion.slide};
      `
    }

    ${theme.reducedMotion} {
      animation: none;
    }
  `}
`;

/** `16:44` for today, `20/11` for earlier days, in society time. */
function formatTimeOrDay(instant: Date, now: Date): string {
  const day = societyDayAt(instant);
  return day === societyDayAt(now) ? formatClockTime(instant) : formatDay(day).slice(0, 5);
}
