import styled, { css } from "styled-components";
import { societyDayAt } from "../../../shared/dates.ts";
import { planFileName } from "../../../shared/documents/payment-plan.ts";
import { isMonthlyInstallment } from "../../../shared/domain/payment-plan.ts";
import type { PaymentPlanDetails } from "../../../shared/endpoints/payment-plan-full.ts";
import { multiplyPaisa, sumRupees, toNearestPaisa, toRupees } from "../../../shared/money.ts";
import { useSocietyName } from "../../api/societyInfo.ts";
import { SocietyLogo } from "../../domain/SocietyLogo.tsx";
import { Trans } from "../../i18n/Trans.tsx";
import { plural, t } from "../../i18n/t.ts";
import { renderDay } from "../../resource/columns.tsx";
import { ExportButton } from "../../resource/export/ExportButton.tsx";
import { saveDocument } from "../../resource/export/saveDocument.ts";
import { Button } from "../../ui/button/Button.tsx";
import { Money } from "../../ui/text/Money.tsx";
import { MetaText } from "../../ui/text/Text.tsx";
import { typography } from "../../ui/theme/theme.ts";
import { PlanInstallments, PlanPlots, PlanRates } from "./PaymentPlanSections.tsx";

/** The whole plan, for screen and print. */
export function PaymentPlanDocument({ plan }: { plan: PaymentPlanDetails }) {
  const society = useSocietyName();
  const { PaymentPlanName, PaymentPlanID, Description, CreatedAt } = plan.PaymentPlan;
  const monthlyInstallments = plan.Installments.filter(isMonthlyInstallment);
  const totalPerHouse = sumRupees(monthlyInstallments.map(({ TotalAmount }) => TotalAmount));
  const houseCount = plan.Plots.length;
  return (
    <Container>
      <title>{PaymentPlanName}</title>
      <Head>
        <SocietyLogo />
        <HeadText>
          {society && <MetaText as="div">{society}</MetaText>}
          <h1>{PaymentPlanName}</h1>
          <p>
            <Trans
              text="Payment plan {number}, {period}, created on {day}"
              with={{
                number: PaymentPlanID,
                period: <bdi dir="ltr">{Description}</bdi>,
                day: renderDay(societyDayAt(new Date(CreatedAt))),
              }}
            />
          </p>
        </HeadText>
        <ExportButton icon="download" exportFile={() => savePlanPdf(plan)}>
          {t("PDF")}
        </ExportButton>
        <Button icon="printer" onClick={() => window.print()}>
          {t("Print")}
        </Button>
      </Head>
      <Facts>
        <Fact>
          <dt>{t("Per house")}</dt>
          <Figure>
            <Money rupees={totalPerHouse} showCurrency />
          </Figure>
          <MetaText as="dd">
            {plural(monthlyInstallments.length, { one: "in 1 installment", other: "in {count} installments" })}
          </MetaText>
        </Fact>
        <Fact>
          <dt>{t("Houses")}</dt>
          <Figure>{houseCount}</Figure>
          <MetaText as="dd">{t("of the same type, category and floor")}</MetaText>
        </Fact>
        <Fact>
          <dt>{t("All houses")}</dt>
          <Figure>
            <Money rupees={toRupees(multiplyPaisa(toNearestPaisa(totalPerHouse), houseCount))} showCurrency />
          </Figure>
          <MetaText as="dd">{t("without penalties")}</MetaText>
        </Fact>
      </Facts>
      <Columns>
        <PlanInstallments installments={plan.Installments} />
        <SideColumn>
          <PlanRates rates={plan.ServiceRates} />
          <PlanPlots plots={plan.Plots} category={plan.ServiceRates[0]?.CategoryName} />
        </SideColumn>
      </Columns>
    </Container>
  );
}

function savePlanPdf(plan: PaymentPlanDetails): Promise<void> {
  return saveDocument({
    fileName: planFileName(plan),
    render: (pdfs, context) => pdfs.createPlanPdf(plan, context),
  });
}

const Container = styled.main`
  ${({ theme }) => css`
    max-inline-size: calc(${theme.size.dialog.l} + ${theme.size.cardWidth}px);
    margin-inline: auto;
    padding-block-end: ${theme.space.xl};
  `}
`;

const Head = styled.header`
  ${({ theme }) => css`
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: ${theme.space.m};
    padding: ${theme.space.l} ${theme.size.gutter};

    @media print {
      padding-inline: 0;
    }
  `}
`;

const HeadText = styled.div`
  ${({ theme }) => css`
    flex: 1;
    min-inline-size: min(${theme.size.searchBox}, 100%);

    h1 {
      ${typography("pageTitle")}
    }

    p {
      color: ${theme.color.textMuted};
    }
  `}
`;

const Facts = styled.dl`
  ${({ theme }) => css`
    display: grid;
    grid-template-columns: repeat(3, minmax(0, 1fr));
    border-block: 1px solid ${theme.color.border};

    > * + * {
      border-inline-start: 1px solid ${theme.color.border};
    }

    ${theme.mobile} {
      grid-template-columns: minmax(0, 1fr);

      > * + * {
        border-block-start: 1px solid ${theme.color.border};
        border-inline-start: 0;
      }
    }

    /* A printed page matches the media query for phones, but has room for three columns. */
    @media print {
      grid-template-columns: repeat(3, minmax(0, 1fr));

      > * + * {
        border-block-start: 0;
        border-inline-start: 1px solid ${theme.color.border};
      }
    }
  `}
`;

const Fact = styled.div`
  ${({ theme }) => css`
    padding: ${theme.space.m} ${theme.size.gutter};

    dt {
      ${typography("meta")}
      color: ${theme.color.textMuted};
    }

    @media print {
      &:first-child {
        padding-inline-start: 0;
      }
    }
  `}
`;

const Figure = styled.dd`
  ${typography("figure")}

  @media print {
    ${typography("sectionTitle")}
  }
`;

const Columns = styled.div`
  ${({ theme }) => css`
    display: grid;
    grid-template-columns: minmax(0, 1fr) minmax(0, 1fr);

    ${theme.narrow} {
      grid-template-columns: minmax(0, 1fr);
    }

    @media print {
      display: block;
    }
  `}
`;

const SideColumn = styled.div`
  ${({ theme }) => css`
    border-inline-start: 1px solid ${theme.color.border};

    ${theme.narrow} {
      border-inline-start: 0;
    }

    @media print {
      border-inline-start: 0;
    }
  `}
`;
