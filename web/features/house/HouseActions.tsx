import { type Day, formatDay } from "../../../shared/dates.ts";
import { formatRupees, toRupees } from "../../../shared/money.ts";
import { useSocietyInfo } from "../../api/societyInfo.ts";
import type { PlotRecord } from "../../domain/plots/plotColumns.tsx";
import { whatsappUrl } from "../../domain/whatsapp.ts";
import { t } from "../../i18n/t.ts";
import { Button, LinkButton } from "../../ui/button/Button.tsx";
import type { HouseAccount } from "./houseAccount.ts";

interface HouseActionsProps {
  house: PlotRecord;
  /** What the owner is written to. */
  message: string;
  /** For those who may see the statement. */
  onPrint: (() => void) | undefined;
  onSavePdf: (() => void) | undefined;
  pdfBusy: boolean;
  /** For those who may add a receipt. */
  onAddReceipt: (() => void) | undefined;
  /** One's own house: nobody writes to oneself. */
  isOwnHouse: boolean;
}

/** What can be done about a house; on the phone by their icons. */
export function HouseActions({
  house,
  message: body,
  onPrint,
  onSavePdf,
  pdfBusy,
  onAddReceipt,
  isOwnHouse,
}: HouseActionsProps) {
  const chat = isOwnHouse ? undefined : whatsappUrl(house.MobileNo, body);
  const mail = isOwnHouse
    ? undefined
    : buildMailtoUrl(house.EmailID, { subject: t("House {house}", { house: house.HouseNo }), body });
  return (
    <>
      {onPrint && (
        <Button icon="printer" iconOnlyOnMobile onClick={onPrint}>
          {t("Print statement")}
        </Button>
      )}
      {onSavePdf && (
        <Button icon="download" busy={pdfBusy} onClick={onSavePdf}>
          {t("PDF")}
        </Button>
      )}
      {mail && (
        <LinkButton icon="mail" iconOnlyOnMobile href={mail}>
          {t("Mail")}
        </LinkButton>
      )}
      {chat && (
        <LinkButton icon="message" iconOnlyOnMobile href={chat} newTab>
          {t("WhatsApp")}
        </LinkButton>
      )}
      {onAddReceipt && (
        <Button variant="primary" icon="plus" shortcut="n" onClick={onAddReceipt}>
          {t("Add receipt")}
        </Button>
      )}
    </>
  );
}

interface OwnerMessageInput {
  house: PlotRecord;
  account: HouseAccount;
  today: Day;
}

/** A text to the owner, ready to be sent: what is due, where anything is. */
export function useOwnerMessage({ house, account, today }: OwnerMessageInput): string {
  const society = useSocietyInfo()?.name ?? "";
  const { HouseNo, OwnerName: owner } = house;
  const { dueNow } = account;
  if (dueNow === 0)
    return t("Assalam-o-alaikum {owner}. This is about house {house}. {society}", { owner, house: HouseNo, society });
  return t(
    "Assalam-o-alaikum {owner}. For house {house}, {amount} is due as of {day}. Please pay at the office. {society}",
    {
      owner,
      house: HouseNo,
      amount: formatRupees(toRupees(dueNow), 2),
      day: formatDay(today),
      society,
    },
  );
}

/** Opens a mail to the owner; nothing without an address. */
function buildMailtoUrl(email: string, { subject, body }: { subject: string; body: string }): string | undefined {
  if (email === "") return undefined;
  return `mailto:${encodeURIComponent(email)}?subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(body)}`;
}
