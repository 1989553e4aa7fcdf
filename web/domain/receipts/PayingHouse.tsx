import { Fragment } from "react";
import { useWatch } from "react-hook-form";
import styled, { css } from "styled-components";
import type { Day } from "../../../shared/dates.ts";
import { toRupees } from "../../../shared/money.ts";
import { t } from "../../i18n/t.ts";
import { Icon } from "../../ui/icon/Icon.tsx";
import { Money } from "../../ui/text/Money.tsx";
import { MetaText } from "../../ui/text/Text.tsx";
import { typography } from "../../ui/theme/theme.ts";
import { Balance } from "../Balance.tsx";
import { formatOverdueCount } from "../counts.ts";
import { HouseLink } from "../HouseLink.tsx";
import type { PlotRecord } from "../plots/plotColumns.tsx";
import { describePayment } from "./describePayment.ts";
import { type HouseBalance, summarizeBalance } from "./useHouseBalance.ts";

interface PayingHouseProps {
  house: PlotRecord;
  balance: HouseBalance | undefined;
  today: Day;
  /** Hides the badge of the house, for places that show its number already. */
  hideBadge?: boolean;
}

/** The owner of a house and what is due, above the fields of a receipt. */
export function PayingHouse({ house, balance, today, hideBadge = false }: PayingHouseProps) {
  const details = [house.MobileNo || house.LandlineNo, house.TypeName, house.Floor].filter(Boolean);
  return (
    <HouseBox aria-label={t("House {house}", { house: house.HouseNo })}>
      {!hideBadge && <HouseLink houseNo={house.HouseNo} category={house.CategoryName} newTab />}
      <Owner>
        <OwnerName>
          <bdi>{house.OwnerName}</bdi>
        </OwnerName>
        <MetaText as="p">
          {details.map((detail, index) => (
            <Fragment key={detail}>
              {index > 0 && " · "}
              <bdi>{detail}</bdi>
            </Fragment>
          ))}
        </MetaText>
      </Owner>
      <DueFigures balance={balance} today={today} />
    </HouseBox>
  );
}

function DueFigures({ balance, today }: Pick<PayingHouseProps, "balance" | "today">) {
  if (!balance) return <Figures aria-busy />;
  const { overdue, notDueYet, overdueCount, daysOverdue } = summarizeBalance(balance, today);
  return (
    <Figures>
      <Figure>
        <dt>{t("Overdue")}</dt>
        <dd>
          <Money rupees={toRupees(overdue)} showCurrency strong />
        </dd>
        {overdueCount > 0 && <Overdue>{formatOverdueCount(overdueCount, daysOverdue)}</Overdue>}
      </Figure>
      {notDueYet > 0 && (
        <Figure>
          <dt>{t("Not due yet")}</dt>
          <dd>
            <Money rupees={toRupees(notDueYet)} showCurrency />
          </dd>
        </Figure>
      )}
      {balance.credit > 0 && (
        <Figure>
          <dt>{t("Credit")}</dt>
          <dd>
            <Balance rupees={-balance.credit} showCurrency />
          </dd>
        </Figure>
      )}
    </Figures>
  );
}

/** What the typed amount pays, and a warning if it is more than what is due. Screen readers announce it. */
export function PaymentPreviewText({ balance, today }: { balance: HouseBalance | undefined; today: Day }) {
  const amount: unknown = useWatch({ name: "AmountPaid" });
  const payment = balance && describePayment(balance, { rupees: Number(amount), today });
  return (
    <Preview role="status" $warns={payment?.warning !== undefined}>
      {payment && (
        <>
          <Icon name={payment.warning === undefined ? "check" : "circle-alert"} />
          <span>
            {payment.warning === undefined
              ? payment.text
              : t("{message}. {more}", { message: payment.warning, more: payment.text })}
          </span>
        </>
      )}
    </Preview>
  );
}

const HouseBox = styled.section`
  ${({ theme }) => css`
    display: flex;
    flex-wrap: wrap;
    gap: ${theme.space.s} ${theme.space.m};
    grid-column: 1 / -1;
    align-items: flex-start;
    min-inline-size: 0;
  `}
`;

const Owner = styled.div`
  flex: 1;
  min-inline-size: min-content;
`;

const OwnerName = styled.p`
  ${typography("sectionTitle")}
`;

/** As high as a figure of an overdue house, so that the form does not move when the figures arrive. */
const Figures = styled.dl`
  ${typography("sectionTitle")}
  ${({ theme }) => css`
    display: flex;
    flex-wrap: wrap;
    gap: ${theme.space.s} ${theme.space.xl};
    min-block-size: calc(1lh + 2 * var(--meta-line));

    ${theme.mobile} {
      flex: 1 0 100%;
    }
  `}
`;

const Figure = styled.div`
  dt {
    ${typography("meta")}
    color: ${({ theme }) => theme.color.textMuted};
  }
`;

const Overdue = styled.dd`
  ${typography("metaStrong")}
  color: ${({ theme }) => theme.color.amber};
`;

/** Keeps its height without text, so that the form does not move while the user types. */
const Preview = styled.p<{ $warns: boolean }>`
  ${typography("medium")}
  ${({ theme, $warns }) => css`
    display: flex;
    gap: ${theme.space.s};
    grid-column: 1 / -1;
    align-items: flex-start;
    min-block-size: calc(var(--text-line) + 2 * ${theme.space.xs});
    padding: ${theme.space.xs} ${theme.space.s};
    border-inline-start: ${theme.size.leadingBorder}px solid ${$warns ? theme.color.amber : "transparent"};
    background: ${$warns ? theme.color.amberSoft : "transparent"};
    color: ${$warns ? theme.color.amber : theme.color.accent};
  `}
`;
