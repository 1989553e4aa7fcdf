import { createContext, useContext, useMemo, useState } from "react";
import styled, { css } from "styled-components";
import { type ReminderStatus, sendReminders } from "../../../shared/endpoints/reminders.ts";
import { callEndpoint } from "../../api/request.ts";
import { MailingProgress } from "../../domain/MailingProgress.tsx";
import { useIsMobile } from "../../hooks/useIsMobile.ts";
import { t, translateMessage } from "../../i18n/t.ts";
import { describeError } from "../../live/useResource.ts";
import { Button } from "../../ui/button/Button.tsx";
import { Checkbox } from "../../ui/form/Checkbox.tsx";
import { formatCount } from "../../ui/text/Money.tsx";
import { MetaText } from "../../ui/text/Text.tsx";
import { hideInPrint } from "../../ui/theme/mixins.ts";
import { showToast } from "../../ui/toast/Toast.tsx";
import type { OverdueHouse } from "./ageingColumns.tsx";

interface ReminderBarProps {
  shown: readonly OverdueHouse[];
  selected: readonly OverdueHouse[];
  onSelect: (PlotIDs: Iterable<number>) => void;
}

/** Mails a reminder to the houses chosen, and says before what will come of it. */
export function ReminderBar({ shown, selected, onSelect }: ReminderBarProps) {
  const [busy, setBusy] = useState(false);
  const unreachable = selected.filter(({ EmailID }) => EmailID === "").length;
  const reminded = selected.filter(wasRemindedToday).length;

  async function handleSend() {
    setBusy(true);
    try {
      const body = { PlotIDs: selected.map(({ PlotID }) => PlotID) };
      const answer = await callEndpoint<SendResult>(sendReminders, { body });
      showToast({ kind: answer.data.queued > 0 ? "success" : "info", text: describeResult(answer) });
      onSelect([]);
    } catch (problem) {
      showToast({ kind: "error", text: describeError(problem) });
    } finally {
      setBusy(false);
    }
  }

  return (
    <Bar role="group" aria-label={t("Send reminders")}>
      <Checkbox
        state={selected.length === 0 ? "empty" : selected.length >= shown.length ? "paid" : "some"}
        label={t("Choose all that are shown")}
        disabled={shown.length === 0}
        onChange={(all) => onSelect(all ? shown.map(({ PlotID }) => PlotID) : [])}
      />
      <strong>{t("{count} chosen", { count: formatCount(selected.length) })}</strong>
      <Button
        variant="primary"
        icon="mail"
        busy={busy}
        disabled={selected.length === 0}
        onClick={() => void handleSend()}
      >
        {t("Send reminders")}
      </Button>
      <MetaText>{t("At most one reminder a house a day, and none to whom has paid meanwhile.")}</MetaText>
      {reminded > 0 && <MetaText>{t("{count} reminded today", { count: formatCount(reminded) })}</MetaText>}
      {unreachable > 0 && (
        <MetaText>{t("{count} without a valid e-mail address", { count: formatCount(unreachable) })}</MetaText>
      )}
    </Bar>
  );
}

interface SendResult {
  message: string;
  data: { queued: number; already: number; paid: number; wrong: readonly { HouseNo: string }[] };
}

const maxNamedHouses = 3;

function describeResult({ message, data: { already, paid, wrong } }: SendResult): string {
  let text = translateMessage(message);
  if (already > 0) text = t("{text} Reminded today: {count}.", { text: withFullStop(text), count: already });
  if (paid > 0) text = t("{text} Nothing due: {count}.", { text: withFullStop(text), count: paid });
  if (wrong.length > 0)
    text = t("{text} No valid e-mail address: {houses}.", { text: withFullStop(text), houses: formatHouseList(wrong) });
  return text;
}

/** A sentence stands before another. */
function withFullStop(text: string): string {
  return /[.۔]$/.test(text) ? text : `${text}.`;
}

function formatHouseList(wrong: readonly { HouseNo: string }[]): string {
  const houses = wrong
    .slice(0, maxNamedHouses)
    .map(({ HouseNo }) => HouseNo)
    .join(t(", "));
  const more = wrong.length - maxNamedHouses;
  return more > 0 ? t("{houses} and {more} more", { houses, more }) : houses;
}

function wasRemindedToday({ reminder }: OverdueHouse): boolean {
  return reminder?.State === "sent" || reminder?.State === "waiting" || reminder?.State === "sending";
}

interface HouseSelectionState {
  selected: ReadonlySet<number>;
  toggle: (PlotID: number) => void;
}

/** Which houses are chosen; apart from the rows, so that a choice draws only its tick again. */
export const HouseSelection = createContext<HouseSelectionState>({ selected: new Set(), toggle: () => undefined });

/** The houses chosen by hand. */
export function useHouseSelection() {
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set());
  return useMemo(
    () => ({
      selected: chosen,
      select: (PlotIDs: Iterable<number>) => setChosen(new Set(PlotIDs)),
      toggle: (PlotID: number) =>
        setChosen((before) =>
          before.has(PlotID) ? new Set([...before].filter((each) => each !== PlotID)) : new Set([...before, PlotID]),
        ),
    }),
    [chosen],
  );
}

interface SelectHouseProps {
  PlotID: number;
  HouseNo: string;
  tabIndex: 0 | -1;
}

/** Takes a house into the choice or out of it. */
export function SelectHouse({ PlotID, HouseNo, tabIndex }: SelectHouseProps) {
  const { selected, toggle } = useContext(HouseSelection);
  const phone = useIsMobile();
  return (
    <Checkbox
      state={selected.has(PlotID) ? "paid" : "empty"}
      label={t("Choose {house}", { house: HouseNo })}
      fillCell={phone}
      tabIndex={tabIndex}
      onChange={() => toggle(PlotID)}
    />
  );
}

/** While reminders are mailed, by whomever: how far it is. */
export function ReminderProgress({ state: { asFiles, progress } }: { state: ReminderStatus }) {
  const { pending, sent, failed, withdrawn } = progress;
  return (
    <MailingProgress
      pending={pending}
      sent={sent}
      failed={failed}
      cancelled={withdrawn}
      getTitle={(isSending) => getProgressTitle({ isSending, asFiles })}
    >
      {withdrawn > 0 && <span>{t("{count} paid meanwhile", { count: formatCount(withdrawn) })}</span>}
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
    padding: 0 ${theme.size.gutter} ${theme.space.s};

    ${theme.mobile} {
      padding: ${theme.space.s} ${theme.size.gutter};
      border-block-end: 1px solid ${theme.color.border};
    }
    ${hideInPrint}
  `}
`;
