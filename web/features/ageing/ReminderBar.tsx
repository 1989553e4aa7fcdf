import { useState } from "react";
import styled, { css } from "styled-components";
import { type ReminderStatus, sendReminders } from "../../../shared/endpoints/reminders.ts";
import { describeError } from "../../api/describeError.ts";
import { callEndpoint } from "../../api/request.ts";
import { formatHouseList } from "../../domain/counts.ts";
import { MailingProgress } from "../../domain/MailingProgress.tsx";
import { SelectAllHousesCheckbox } from "../../domain/plots/houseSelection.tsx";
import { t, translateMessage } from "../../i18n/t.ts";
import { Button } from "../../ui/button/Button.tsx";
import { formatCount } from "../../ui/text/Money.tsx";
import { MetaText } from "../../ui/text/Text.tsx";
import { hideInPrint } from "../../ui/theme/mixins.ts";
import { showToast } from "../../ui/toast/Toast.tsx";
import type { OverdueHouse } from "./ageingColumns.tsx";

interface ReminderBarProps {
  visibleHouses: readonly OverdueHouse[];
  selectedHouses: readonly OverdueHouse[];
  onSelect: (PlotIDs: Iterable<number>) => void;
}

/** Selects houses and sends reminders to their owners; shows how many of the selected will not get one. */
export function ReminderBar({ visibleHouses, selectedHouses, onSelect }: ReminderBarProps) {
  const [busy, setBusy] = useState(false);
  const unreachableCount = selectedHouses.filter(({ EmailID }) => EmailID === "").length;
  const remindedTodayCount = selectedHouses.filter(wasRemindedToday).length;

  async function handleSend() {
    setBusy(true);
    try {
      const body = { PlotIDs: selectedHouses.map(({ PlotID }) => PlotID) };
      const response = await callEndpoint<SendResult>(sendReminders, { body });
      showToast({ kind: response.data.queued > 0 ? "success" : "info", text: describeResult(response) });
      onSelect([]);
    } catch (error) {
      showToast({ kind: "error", text: describeError(error) });
    } finally {
      setBusy(false);
    }
  }

  return (
    <Bar role="group" aria-label={t("Send reminders")}>
      <SelectAllHousesCheckbox
        shownIds={visibleHouses.map(({ PlotID }) => PlotID)}
        onChange={(all) => onSelect(all ? visibleHouses.map(({ PlotID }) => PlotID) : [])}
      />
      <strong>{t("{count} selected", { count: formatCount(selectedHouses.length) })}</strong>
      <Button
        variant="primary"
        icon="mail"
        busy={busy}
        disabled={selectedHouses.length === 0}
        title={t("One reminder per house per day. Houses that have since paid are skipped.")}
        onClick={() => void handleSend()}
      >
        {t("Send reminders")}
      </Button>
      {remindedTodayCount > 0 && (
        <MetaText>{t("{count} reminded today", { count: formatCount(remindedTodayCount) })}</MetaText>
      )}
      {unreachableCount > 0 && (
        <MetaText>{t("{count} without a valid email address", { count: formatCount(unreachableCount) })}</MetaText>
      )}
    </Bar>
  );
}

interface SendResult {
  message: string;
  data: {
    /** Number of newly queued reminders. */
    queued: number;
    /** Number of houses with a reminder of today that was sent or queued. */
    already: number;
    /** Number of houses without an overdue amount. */
    paid: number;
    /** The houses without a valid email address. */
    wrong: readonly { HouseNo: string }[];
  };
}

function describeResult({ message, data: { already, paid, wrong } }: SendResult): string {
  let text = translateMessage(message);
  if (already > 0) text = t("{text} Reminded today: {count}.", { text: withFullStop(text), count: already });
  if (paid > 0) text = t("{text} Nothing due: {count}.", { text: withFullStop(text), count: paid });
  if (wrong.length > 0)
    text = t("{text} No valid email address: {houses}.", { text: withFullStop(text), houses: formatHouseList(wrong) });
  return text;
}

function withFullStop(text: string): string {
  return /[.۔]$/.test(text) ? text : `${text}.`;
}

function wasRemindedToday({ reminder }: OverdueHouse): boolean {
  return reminder?.State === "sent" || reminder?.State === "waiting" || reminder?.State === "sending";
}

/** Progress of the reminders being sent by any user. */
export function ReminderProgress({ status: { asFiles, progress } }: { status: ReminderStatus }) {
  const { pending, sent, failed, withdrawn } = progress;
  return (
    <MailingProgress
      pending={pending}
      sent={sent}
      failed={failed}
      withdrawn={withdrawn}
      getTitle={(isSending) => getProgressTitle({ isSending, asFiles })}
    >
      {withdrawn > 0 && <span>{t("{count} already paid", { count: formatCount(withdrawn) })}</span>}
    </MailingProgress>
  );
}

function getProgressTitle({ isSending, asFiles }: { isSending: boolean; asFiles: boolean }): string {
  if (asFiles) return isSending ? t("Writing reminders as files") : t("Reminders written as files");
  return isSending ? t("Sending reminders") : t("Reminders sent");
}

const Bar = styled.div`
  ${({ theme }) => css`
    display: flex;
    flex: none;
    flex-wrap: wrap;
    align-items: center;
    gap: ${theme.space.xs} ${theme.space.m};
    ${theme.mobile} {
      padding: ${theme.space.s} ${theme.size.gutter};
      border-block-end: 1px solid ${theme.color.border};
    }
    ${hideInPrint}
  `}
`;
