import styled, { css } from "styled-components";
import type { Day } from "../../../shared/dates.ts";
import type { HouseAgeingRecord } from "../../../shared/endpoints/ageing.ts";
import type { ReminderRecord } from "../../../shared/endpoints/reminders.ts";
import { areMailsWrittenToFiles, useAreMailsWrittenToFiles, useSocietyName } from "../../api/societyInfo.ts";
import { houseColumn } from "../../domain/HouseLink.tsx";
import { formatMailState, mailStateStyles } from "../../domain/mailLabels.ts";
import { buildDueMessage, buildWhatsappUrl } from "../../domain/ownerMessage.ts";
import { buildSelectHouseColumn } from "../../domain/plots/houseSelection.tsx";
import { Trans } from "../../i18n/Trans.tsx";
import { t, translateMessage } from "../../i18n/t.ts";
import { amountColumn, dayColumn, renderShortDay, textColumn } from "../../resource/columns.tsx";
import type { ExportColumn } from "../../resource/export/ExportMenu.tsx";
import { StatusLabel } from "../../ui/badge/Badge.tsx";
import { Icon } from "../../ui/icon/Icon.tsx";
import type { Column } from "../../ui/table/tableTypes.ts";
import { Money, type MoneyProps } from "../../ui/text/Money.tsx";
import { listAgeBuckets } from "./AgeingSummary.tsx";

/** A house with an overdue amount, and its reminder of today. */
export interface OverdueHouse extends HouseAgeingRecord {
  reminder: ReminderRecord | undefined;
}

interface AgeingColumnsInput {
  today: Day;
  canSendReminders: boolean;
  canSeeReminders: boolean;
}

/** The columns of overdue houses, which fit a window of 1440 px; amounts in rupees. */
export function buildAgeingColumns(input: AgeingColumnsInput): readonly Column<OverdueHouse>[] {
  const { today, canSendReminders, canSeeReminders } = input;
  return [
    ...(canSendReminders ? [buildSelectHouseColumn()] : []),
    houseColumn({ title: t("House"), width: 9, sticky: canSendReminders }),
    textColumn({ key: "OwnerName", title: t("Owner"), width: 15, grow: 1, mobileSlot: "sub" }),
    {
      key: "MobileNo",
      title: t("Mobile"),
      width: 16,
      mobileSlot: "hidden",
      render: (house, { tabIndex }) => <MobileCell house={house} today={today} tabIndex={tabIndex} />,
      sortValue: ({ MobileNo }) => MobileNo,
    },
    ...listAgeBuckets().map(
      ({ key, title }): Column<OverdueHouse> => ({
        key,
        title,
        width: 11,
        align: "end",
        mobileSlot: "hidden",
        render: (house) => <BucketAmount rupees={house[key]} dashIfZero />,
        sortValue: (house) => house[key],
        exportValue: (house) => ({ rupees: house[key] }),
      }),
    ),
    amountColumn({ key: "due", title: t("Overdue, Rs"), width: 15, mobileSlot: "amount" }),
    ...(canSeeReminders ? [reminderColumn()] : []),
    {
      ...dayColumn({ key: "OldestDue", title: t("Oldest due"), width: 11, mobileSlot: "meta" }),
      renderMobile: (house, { tabIndex }) => (
        <WithChatLink>
          {house.OldestDue && <Trans text="since {day}" with={{ day: renderShortDay(house.OldestDue) }} />}
          <WhatsAppLink house={house} today={today} tabIndex={tabIndex} />
        </WithChatLink>
      ),
    },
  ];
}

/** Without decimals if there are none, because the columns of the buckets are narrow. */
export function BucketAmount(props: MoneyProps) {
  return <Money {...props} decimals={Number.isInteger(props.rupees) ? 0 : 2} />;
}

/** The columns of the table, and those that only exported files have. */
export function buildAgeingExportColumns(input: AgeingColumnsInput): readonly ExportColumn<OverdueHouse>[] {
  return [
    ...buildAgeingColumns(input),
    dayColumn({ key: "LastPayment", title: t("Last payment"), width: 12, mobileSlot: "hidden" }),
    textColumn({ key: "CategoryName", title: t("Category"), width: 9, mobileSlot: "hidden" }),
    textColumn({ key: "EmailID", title: t("Email"), width: 22, mobileSlot: "hidden" }),
  ];
}

function reminderColumn(): Column<OverdueHouse> {
  return {
    key: "Reminder",
    title: t("Reminder"),
    width: 14,
    // Only a column with `grow` shrinks in a card: this column shrinks, so that the link to WhatsApp stays visible.
    grow: 0,
    dropOrder: 1,
    mobileSlot: "meta",
    render: ({ reminder, EmailID }) => {
      if (reminder) return <ReminderStatusLabel reminder={reminder} />;
      return (
        EmailID === "" && (
          <StatusLabel icon="mail-x" tone="neutral">
            {t("No email")}
          </StatusLabel>
        )
      );
    },
    sortValue: ({ reminder, EmailID }) => {
      if (reminder) return describeReminderStatus(reminder, areMailsWrittenToFiles());
      return EmailID === "" ? t("No email") : undefined;
    },
  };
}

interface WhatsAppLinkProps {
  house: HouseAgeingRecord;
  today: Day;
  tabIndex: 0 | -1;
}

function MobileCell(props: WhatsAppLinkProps) {
  return (
    <WithChatLink>
      <bdi dir="ltr">{props.house.MobileNo || "—"}</bdi>
      <WhatsAppLink {...props} />
    </WithChatLink>
  );
}

/** Opens a WhatsApp chat with a prepared text about the amount due; renders nothing without a valid mobile number. */
function WhatsAppLink({ house, today, tabIndex }: WhatsAppLinkProps) {
  const society = useSocietyName();
  const text = buildDueMessage({ house, due: house.due, today, society });
  const url = buildWhatsappUrl(house.MobileNo, text);
  if (url === undefined) return null;
  const name = t("WhatsApp to {house}", { house: house.HouseNo });
  return (
    <ChatLink href={url} target="_blank" rel="noopener noreferrer" aria-label={name} title={name} tabIndex={tabIndex}>
      <Icon name="message" />
    </ChatLink>
  );
}

function ReminderStatusLabel({ reminder }: { reminder: ReminderRecord }) {
  const { icon, tone } = reminderStyles[reminder.State];
  const reason = reminder.Reason === "" ? undefined : translateMessage(reminder.Reason);
  return (
    <StatusLabel icon={icon} tone={tone} title={reason}>
      {describeReminderStatus(reminder, useAreMailsWrittenToFiles())}
    </StatusLabel>
  );
}

function describeReminderStatus({ State, Reason }: ReminderRecord, asFiles: boolean): string {
  return State === "withdrawn" ? translateMessage(Reason) : formatMailState(State, asFiles);
}

/** Withdrawn is good here: a reminder is withdrawn because the house has paid. */
const reminderStyles = { ...mailStateStyles, withdrawn: { icon: "check", tone: "good" } } as const;

const WithChatLink = styled.span`
  display: inline-flex;
  align-items: center;
  gap: ${({ theme }) => theme.space.xs};
`;

const ChatLink = styled.a`
  ${({ theme }) => css`
    display: inline-grid;
    place-items: center;
    min-inline-size: ${theme.size.smallControl}px;
    min-block-size: ${theme.size.smallControl}px;
    border-radius: ${theme.radius.button};
    color: ${theme.color.accent};

    &:hover {
      background: ${theme.color.sunken};
    }

    /* Larger than its line of the card, without making the card higher. */
    ${theme.mobile} {
      min-inline-size: ${theme.size.minTargetMobile}px;
      min-block-size: ${theme.size.minTargetMobile}px;
      margin-block: calc((${theme.size.icon}px - ${theme.size.minTargetMobile}px) / 2);
    }
  `}
`;
