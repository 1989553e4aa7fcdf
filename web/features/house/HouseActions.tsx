import type { PlotRecord } from "../../domain/plots/plotColumns.tsx";
import { whatsappUrl } from "../../domain/whatsapp.ts";
import { t } from "../../i18n/t.ts";
import { Button } from "../../ui/button/Button.tsx";
import { LinkButton } from "../../ui/button/LinkButton.tsx";
import { buildMailtoUrl } from "./mailtoUrl.ts";

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
