import { formatDay } from "../../../shared/dates.ts";
import {
  type ReminderPreview,
  type ReminderResult,
  type ReminderStatus,
  sendReminders,
} from "../../../shared/endpoints/reminders.ts";
import { describeError } from "../../api/describeError.ts";
import { callEndpoint, request } from "../../api/request.ts";
import { formatHouseList } from "../../domain/counts.ts";
import { MailingProgress } from "../../domain/MailingProgress.tsx";
import { MailSamplePreview } from "../../domain/MailSamplePreview.tsx";
import { formatSending, formatSendLabel } from "../../domain/mailLabels.ts";
import { SelectAllHousesCheckbox } from "../../domain/plots/houseSelection.tsx";
import { useSendAfterPreview } from "../../domain/useSendAfterPreview.ts";
import { plural, t, translateMessage } from "../../i18n/t.ts";
import { PageConfirmDialog } from "../../resource/PageDialog.tsx";
import { SelectionBar } from "../../resource/rowSelection.tsx";
import { Button } from "../../ui/button/Button.tsx";
import { formatAmount, formatCount } from "../../ui/text/Money.tsx";
import { showToast } from "../../ui/toast/Toast.tsx";
import type { OverdueHouse } from "./ageingColumns.tsx";

interface ReminderBarProps {
  visibleHouses: readonly OverdueHouse[];
  selectedHouses: readonly OverdueHouse[];
  /** Replaces the selection. */
  onSelect: (plotIds: Iterable<number>) => void;
  /** Whether emails are written as files; undefined while that is not known. */
  asFiles: boolean | undefined;
}

/**
 * Selects all houses or none, and sends reminders to the owners of the selected ones; a dialog first shows who gets
 * one.
 */
export function ReminderBar({ visibleHouses, selectedHouses, onSelect, asFiles }: ReminderBarProps) {
  const { isLoadingPreview, startPreview, dialog } = useSendReminders({
    selectedHouses,
    asFiles,
    onSent: () => onSelect([]),
  });
  return (
    <SelectionBar role="group" aria-label={t("Send reminders")}>
      <SelectAllHousesCheckbox
        shownIds={visibleHouses.map(({ PlotID }) => PlotID)}
        selectedCount={selectedHouses.length}
        onChange={(all) => onSelect(all ? visibleHouses.map(({ PlotID }) => PlotID) : [])}
      />
      <Button
        variant="primary"
        icon="mail"
        busy={isLoadingPreview}
        disabled={selectedHouses.length === 0}
        onClick={() => void startPreview()}
      >
        {t("Send reminders")}
      </Button>
      {dialog}
    </SelectionBar>
  );
}

interface SendRemindersOptions {
  selectedHouses: readonly OverdueHouse[];
  asFiles: boolean | undefined;
  onSent: () => void;
}

/**
 * Sends reminders to the owners of the selected houses. `startPreview` asks the server what would be sent and shows it in
 * `dialog`, which sends the reminders when confirmed. With nothing to send it shows no dialog, only the result: a toast
 * that tells why.
 */
function useSendReminders({ selectedHouses, asFiles, onSent }: SendRemindersOptions) {
  const body = { PlotIDs: selectedHouses.map(({ PlotID }) => PlotID) };
  const { isLoadingPreview, startPreview, dryRunResult, dialogProps } = useSendAfterPreview({
    dryRun: async () => {
      const path = `${sendReminders.path}?dryRun=1`;
      return (await request<SendResult>({ method: "post", path, body })).data;
    },
    send: async () => {
      const result = await callEndpoint<SendResult>(sendReminders, { body });
      showToast({ kind: result.data.queued > 0 ? "success" : "info", text: describeResult(result, asFiles) });
      onSent();
    },
    showError: (error) => showToast({ kind: "error", text: describeError(error) }),
  });
  const dialog = dryRunResult?.preview && (
    <PageConfirmDialog
      {...dialogProps}
      title={t("Send reminders")}
      text={<ReminderPreviewText result={dryRunResult} preview={dryRunResult.preview} asFiles={asFiles} />}
      confirmLabel={formatSendLabel({ count: dryRunResult.queued, asFiles })}
    />
  );
  return { isLoadingPreview, startPreview, dialog };
}

interface ReminderPreviewTextProps {
  result: ReminderResult;
  preview: ReminderPreview;
  asFiles: boolean | undefined;
}

/** How many reminders are sent, for which overdue amount, and which houses get none. */
function ReminderPreviewText({
  result: { queued, already, paid, wrong },
  preview: { overdue, oldestDue, sample },
  asFiles,
}: ReminderPreviewTextProps) {
  const withoutAddressCount = wrong.filter(({ EmailID }) => EmailID === "").length;
  const invalid = wrong.filter(({ EmailID }) => EmailID !== "");
  return (
    <>
      <p>
        {t("{reminders} for Rs {amount} overdue; oldest due {day}.", {
          reminders: plural(queued, { one: "1 reminder", other: "{count} reminders" }),
          amount: formatAmount(overdue),
          day: oldestDue === null ? "" : formatDay(oldestDue),
        })}
      </p>
      {withoutAddressCount > 0 && (
        <p>
          {plural(withoutAddressCount, {
            one: "1 house has no email address and gets no reminder.",
            other: "{count} houses have no email address and get no reminder.",
          })}
        </p>
      )}
      {invalid.length > 0 && <p>{t("No valid email address: {houses}", { houses: formatHouseList(invalid) })}</p>}
      {already > 0 && (
        <p>
          {plural(already, {
            one: "1 house was reminded today and is skipped.",
            other: "{count} houses were reminded today and are skipped.",
          })}
        </p>
      )}
      {paid > 0 && (
        <p>
          {plural(paid, {
            one: "1 house has nothing overdue and is skipped.",
            other: "{count} houses have nothing overdue and are skipped.",
          })}
        </p>
      )}
      <p>{t("One reminder per house per day. Houses that have since paid are skipped.")}</p>
      {asFiles && <p>{t("No mail server is configured: emails are saved as files.")}</p>}
      {sample && <MailSamplePreview sample={sample} />}
    </>
  );
}

interface SendResult {
  message: string;
  data: ReminderResult;
}

function describeResult(
  { message, data: { queued, already, paid, wrong } }: SendResult,
  asFiles: boolean | undefined,
): string {
  let text = asFiles && queued > 0 ? formatSending({ count: queued, asFiles }) : translateMessage(message);
  if (already > 0) text = t("{text} Reminded today: {count}.", { text: withFullStop(text), count: already });
  if (paid > 0) text = t("{text} Nothing overdue: {count}.", { text: withFullStop(text), count: paid });
  if (wrong.length > 0)
    text = t("{text} No valid email address: {houses}.", { text: withFullStop(text), houses: formatHouseList(wrong) });
  return text;
}

function withFullStop(text: string): string {
  return /[.۔]$/.test(text) ? text : `${text}.`;
}

/** Progress of the reminders being sent by any user. */
export function ReminderProgress({ status: { asFiles, progress } }: { status: ReminderStatus }) {
  const { withdrawn } = progress;
  return (
    <MailingProgress {...progress} getTitle={(isSending) => getProgressTitle({ isSending, asFiles })}>
      {withdrawn > 0 && <span>{t("{count} already paid", { count: formatCount(withdrawn) })}</span>}
    </MailingProgress>
  );
}

function getProgressTitle({ isSending, asFiles }: { isSending: boolean; asFiles: boolean }): string {
  if (asFiles) return isSending ? t("Writing reminders as files") : t("Reminders written as files");
  return isSending ? t("Sending reminders") : t("Reminders sent");
}
