import type { ReactNode } from "react";
import styled, { css } from "styled-components";
import { type Day, monthIndex, monthOf } from "../../../shared/dates.ts";
import { serviceRate } from "../../../shared/resources/service-rate.ts";
import { users } from "../../../shared/resources/users.ts";
import { useCanList } from "../../api/useCanList.ts";
import type { PlotRecord } from "../../domain/plots/plotColumns.tsx";
import { Trans } from "../../i18n/Trans.tsx";
import { t } from "../../i18n/t.ts";
import { useResource } from "../../live/useResource.ts";
import { Button } from "../../ui/button/Button.tsx";
import { Money } from "../../ui/text/Money.tsx";
import { hideInPrint } from "../../ui/theme/mixins.ts";
import { typography } from "../../ui/theme/theme.ts";
import { HouseChangeItem } from "./HouseChangeItem.tsx";
import type { HouseChange } from "./useHouseHistory.ts";

interface HouseInfoPanelProps {
  house: PlotRecord;
  today: Day;
  changes: readonly HouseChange[];
  /** For those who may change the owner. */
  onEdit: (() => void) | undefined;
}

const maxListedChanges = 3;

/** Whose house it is, how they are reached, what it is charged, and what was changed last. */
export function HouseInfoPanel({ house, today, changes, onEdit }: HouseInfoPanelProps) {
  const rate = useCurrentRate(house, today);
  const linked = useLinkedUsernames(house.PlotID);
  return (
    <Panel aria-label={t("About the house")}>
      <section>
        <SectionHead>
          <h2>{t("Owner")}</h2>
          {onEdit && (
            <Button variant="ghost" icon="pencil" onClick={onEdit}>
              {t("Edit")}
            </Button>
          )}
        </SectionHead>
        <FactList>
          <Fact name={t("Name")}>
            <bdi>{house.OwnerName}</bdi>
          </Fact>
          <Fact name={t("Mobile")}>{house.MobileNo && <PhoneLink number={house.MobileNo} />}</Fact>
          <Fact name={t("Landline")}>{house.LandlineNo && <PhoneLink number={house.LandlineNo} />}</Fact>
          <Fact name={t("E-mail")}>{house.EmailID && <bdi dir="ltr">{house.EmailID}</bdi>}</Fact>
          <Fact name={t("Plot only")}>{house.IsPlotOnly ? t("Yes") : t("No")}</Fact>
          {rate && (
            <Fact name={t("Rate")}>
              {rate.amount === undefined ? (
                t("None this month")
              ) : (
                <Trans
                  text="{amount} a month"
                  with={{ amount: <Money rupees={rate.amount} decimals={2} showCurrency /> }}
                />
              )}
            </Fact>
          )}
          {linked && <Fact name={t("Portal users")}>{linked.length > 0 && <bdi>{linked.join(t(", "))}</bdi>}</Fact>}
        </FactList>
      </section>
      {changes.length > 0 && (
        <section>
          <SectionHead>
            <h2>{t("Latest changes")}</h2>
          </SectionHead>
          <ChangeList>
            {changes.slice(0, maxListedChanges).map((change) => (
              <li key={change.key}>
                <HouseChangeItem change={change} />
              </li>
            ))}
          </ChangeList>
        </section>
      )}
    </Panel>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt>{name}</dt>
      <dd>{children || "—"}</dd>
    </>
  );
}

function PhoneLink({ number }: { number: string }) {
  return (
    <a href={`tel:${number.replace(/[^\d+]/g, "")}`}>
      <bdi dir="ltr">{number}</bdi>
    </a>
  );
}

/** What the house is charged this month; undefined for those who may not see the rates or until they are read. */
function useCurrentRate(
  { TypeID, CategoryID, FloorID }: PlotRecord,
  today: Day,
): { amount: number | undefined } | undefined {
  const seen = useCanList(serviceRate);
  const { rows, status } = useResource(serviceRate, seen ? undefined : null);
  if (!seen || status !== "ready") return undefined;
  const now = monthIndex(monthOf(today));
  const rate = rows.find(
    (row) =>
      Boolean(row.IsActive) &&
      row.PlotTypeID === TypeID &&
      row.PlotCategoryID === CategoryID &&
      row.FloorID === FloorID &&
      monthIndex({ year: row.StartYear, month: row.StartMonth }) <= now &&
      monthIndex({ year: row.EndYear, month: row.EndMonth }) >= now,
  );
  return { amount: rate?.FloorRate };
}

/** Usernames of those to whom the house is linked; undefined for those who may not see users. */
function useLinkedUsernames(PlotID: number): string[] | undefined {
  const seen = useCanList(users);
  const { rows, status } = useResource(users, seen ? undefined : null);
  if (!seen || status !== "ready") return undefined;
  return rows.filter(({ PlotIDs }) => PlotIDs.includes(PlotID)).map(({ Username }) => Username);
}

const Panel = styled.aside`
  ${({ theme }) => css`
    flex: none;
    inline-size: ${theme.size.card}px;
    padding-block: ${theme.space.m} ${theme.space.xl};
    padding-inline: ${theme.size.fieldGap} ${theme.size.gutter};
    overflow: auto;
    border-inline-start: 1px solid ${theme.color.border};

    section + section {
      margin-block-start: ${theme.space.l};
    }

    ${theme.narrow} {
      inline-size: auto;
      border-block-start: 1px solid ${theme.color.border};
      border-inline-start: 0;
      padding-inline: ${theme.size.gutter};
    }
    ${hideInPrint}
  `}
`;

const SectionHead = styled.div`
  ${({ theme }) => css`
    display: flex;
    align-items: center;
    justify-content: space-between;
    min-block-size: ${theme.size.button}px;
    margin-block-end: ${theme.space.xs};
  `}

  h2 {
    ${typography("strong")}
  }
`;

const FactList = styled.dl`
  ${({ theme }) => css`
    display: grid;
    grid-template-columns: auto minmax(0, 1fr);
    gap: ${theme.space.s} ${theme.space.l};

    dt {
      color: ${theme.color.textMuted};
    }

    dd {
      overflow-wrap: anywhere;
    }

    a {
      color: inherit;
      text-decoration: none;
    }

    a:hover {
      text-decoration: underline;
    }
  `}
`;

const ChangeList = styled.ol`
  ${({ theme }) => css`
    > li {
      padding-block: ${theme.space.s};
      border-block-start: 1px solid ${theme.color.border};
    }
  `}
`;
