import type { Day } from "../../../shared/dates.ts";
import { toRupees } from "../../../shared/money.ts";
import { useSocietyName } from "../../api/societyInfo.ts";
import { buildDueMessage, buildWhatsappUrl } from "../../domain/ownerMessage.ts";
import type { PlotRecord } from "../../domain/plots/plotColumns.tsx";
import { t } from "../../i18n/t.ts";
import { ExportButton } from "../../resource/export/ExportButton.tsx";
import { Button, LinkButton } from "../../ui/button/Button.tsx";
import type { HouseAccount } from "./houseAccount.ts";

interface HouseActionsProps {
  house: PlotRecord;
  /** Undefined while records are missing; then the messages name no amount. */
  account: HouseAccount | undefined;
  today: Day;
  /** Undefined without the right to see the statement. */
  onPrint: (() => void) | undefined;
  savePdf: (() => Promise<void>) | undefined;
  /** Undefined without the right to add one. */
  onAddReceipt: (() => void) | undefined;
  /** Owners get no buttons to write to themselves. */
  isOwnHouse: boolean;
}

/** The buttons of the house page's header: print, PDF, mail, WhatsApp, add receipt. */
export function HouseActions(props: HouseActionsProps) {
  const { house, account, today, onPrint, savePdf, onAddReceipt, isOwnHouse } = props;
  const society = useSocietyName();
  const body = buildDueMessage({ house, due: account ? toRupees(account.overdue) : 0, today, society });
  const subject = t("House {house}", { house: house.HouseNo });
  const whatsappHref = isOwnHouse ? undefined : buildWhatsappUrl(house.MobileNo, body);
  const mailtoHref = isOwnHouse ? undefined : buildMailtoUrl(house.EmailID, { subject, body });
  return (
    <>
      {onPrint && (
        <Button icon="printer" iconOnlyOnMobile onClick={onPrint}>
          {t("Print statement")}
        </Button>
      )}
      {savePdf && (
        <ExportButton icon="download" iconOnlyOnMobile exportFile={savePdf}>
          {t("PDF")}
        </ExportButton>
      )}
      {mailtoHref && (
        <LinkButton icon="mail" iconOnlyOnMobile href={mailtoHref}>
          {t("Email")}
        </LinkButton>
      )}
      {whatsappHref && (
        <LinkButton icon="message" iconOnlyOnMobile href={whatsappHref} newTab>
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

function buildMailtoUrl(email: string, { subject, body }: { subject: string; body: string }): string | undefined {
  if (email === "") return undefined;
  return `mailto:${encodeURIComponent(email)}?subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(body)}`;
}
