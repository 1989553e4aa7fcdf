import styled, { css } from "styled-components";
import { type Day, monthIndex, monthOf } from "../../../shared/dates.ts";
import { rateAppliesTo } from "../../../shared/domain/payment-plan.ts";
import { serviceRate } from "../../../shared/resources/service-rate.ts";
import { useCanList } from "../../api/session.ts";
import type { PlotRecord } from "../../domain/plots/plotColumns.tsx";
import { Trans } from "../../i18n/Trans.tsx";
import { t } from "../../i18n/t.ts";
import { useResource } from "../../live/useResource.ts";
import { Button } from "../../ui/button/Button.tsx";
import { Fact, FactList } from "../../ui/layout/FactList.tsx";
import { Money } from "../../ui/text/Money.tsx";
import { hideInPrint } from "../../ui/theme/mixins.ts";
import { CertificateList } from "./CertificateList.tsx";
import { HouseChangeItem } from "./HouseChangeItem.tsx";
import { OwnerList } from "./OwnerList.tsx";
import { SectionHead } from "./SectionHead.tsx";
import type { HouseChange } from "./useHouseHistory.ts";
import { useLinkedUsernames } from "./useLinkedUsernames.ts";

interface HouseInfoPanelProps {
  house: PlotRecord;
  today: Day;
  changes: readonly HouseChange[];
  /** The user is a resident, to whom the house is linked. */
  isOwnHouse: boolean;
  /** Undefined without the right to change the house. */
  onEdit: (() => void) | undefined;
  /** Undefined without the right to move the house to another type or floor. */
  onMove: (() => void) | undefined;
  /** Undefined without the right to transfer the house. */
  onTransfer: (() => void) | undefined;
}

const maxListedChanges = 3;

/** The owner and their contacts, type, floor and rate, all owners, the certificates and the latest changes. */
export function HouseInfoPanel(props: HouseInfoPanelProps) {
  const { house, today, changes, isOwnHouse, onEdit, onMove, onTransfer } = props;
  const rate = useCurrentRate(house, today);
  const usernames = useLinkedUsernames(house.PlotID);
  return (
    // Focusable, so that keys can scroll the panel in a low window: for residents it contains no button to focus.
    <Panel aria-label={t("About the house")} tabIndex={0}>
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
          <Fact label={t("Name")}>
            <bdi>{house.OwnerName}</bdi>
          </Fact>
          <Fact label={t("Mobile")}>{house.MobileNo && <PhoneLink number={house.MobileNo} />}</Fact>
          <Fact label={t("Landline")}>{house.LandlineNo && <PhoneLink number={house.LandlineNo} />}</Fact>
          <Fact label={t("Email")}>{house.EmailID && <bdi dir="ltr">{house.EmailID}</bdi>}</Fact>
          <Fact label={t("Type and floor")}>
            <Trans
              text="{type}, {floor}"
              with={{ type: <bdi>{house.TypeName}</bdi>, floor: <bdi>{house.Floor}</bdi> }}
            />
            {onMove && (
              <MoveButton variant="ghost" onClick={onMove}>
                {t("Move…")}
              </MoveButton>
            )}
          </Fact>
          <Fact label={t("Plot only")}>{house.IsPlotOnly ? t("Yes") : t("No")}</Fact>
          {rate && (
            <Fact label={t("Rate")}>
              {rate.amount === undefined ? (
                t("None this month")
              ) : (
                <Trans text="{amount} a month" with={{ amount: <Money rupees={rate.amount} showCurrency /> }} />
              )}
            </Fact>
          )}
          {usernames && (
            <Fact label={t("Portal users")}>{usernames.length > 0 && <bdi>{usernames.join(t(", "))}</bdi>}</Fact>
          )}
        </FactList>
      </section>
      <section>
        <SectionHead>
          <h2>{t("Owners")}</h2>
          {onTransfer && (
            <Button variant="ghost" icon="arrow-right" onClick={onTransfer}>
              {t("Transfer ownership")}
            </Button>
          )}
        </SectionHead>
        <OwnerList house={house} />
      </section>
      <CertificateList house={house} isOwnHouse={isOwnHouse} />
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

function PhoneLink({ number }: { number: string }) {
  return (
    <a href={`tel:${number.replace(/[^\d+]/g, "")}`}>
      <bdi dir="ltr">{number}</bdi>
    </a>
  );
}

/**
 * The rate of this month, with its `amount` in rupees or without an amount if no rate applies; undefined while loading
 * or without the right to see rates.
 */
function useCurrentRate(house: PlotRecord, today: Day): { amount: number | undefined } | undefined {
  const canSee = useCanList(serviceRate);
  const { rows, status } = useResource(serviceRate, canSee ? undefined : null);
  if (!canSee || status !== "ready") return undefined;
  const thisMonth = monthIndex(monthOf(today));
  const rate = rows.find(
    (row) =>
      Boolean(row.IsActive) &&
      rateAppliesTo(house, row) &&
      monthIndex({ year: row.StartYear, month: row.StartMonth }) <= thisMonth &&
      monthIndex({ year: row.EndYear, month: row.EndMonth }) >= thisMonth,
  );
  return { amount: rate?.FloorRate };
}

const Panel = styled.aside`
  ${({ theme }) => css`
    flex: none;
    inline-size: ${theme.size.cardWidth}px;
    padding-block: ${theme.space.m} ${theme.space.xl};
    padding-inline: ${theme.size.fieldGap} ${theme.size.gutter};
    overflow: auto;
    border-inline-start: 1px solid ${theme.color.border};

    dd a {
      color: inherit;
      text-decoration: none;

      &:hover {
        text-decoration: underline;
      }
    }

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

/** Below the value, aligned with its start. */
const MoveButton = styled(Button)`
  display: flex;
  padding-inline-start: 0;
`;

const ChangeList = styled.ol`
  ${({ theme }) => css`
    > li {
      padding-block: ${theme.space.s};
      border-block-start: 1px solid ${theme.color.border};
    }
  `}
`;
