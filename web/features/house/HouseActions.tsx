import { chatAddress } from "../../../shared/mobile.ts";
import { say } from "../../lib/language.ts";
import type { PlotRecord } from "../../plots/plotColumns.tsx";
import { Button } from "../../ui/Button.tsx";
import { LinkButton } from "../../ui/LinkButton.tsx";
import { mailAddress } from "./contact.ts";

interface HouseActionsProps {
  house: PlotRecord;
  /** What the owner is written to. */
  letter: string;
  /** For those who may see the statement. */
  onPrint: (() => void) | undefined;
  onPdf: (() => void) | undefined;
  pdfBusy: boolean;
  /** For those who may add a receipt. */
  onAdd: (() => void) | undefined;
  /** One's own house: nobody writes to oneself. */
  own: boolean;
}

/** What can be done about a house; on the phone by their icons. */
export function HouseActions({ house, letter, onPrint, onPdf, pdfBusy, onAdd, own }: HouseActionsProps) {
  const chat = own ? undefined : chatAddress(house.MobileNo, letter);
  const mail = own
    ? undefined
    : mailAddress(house.EmailID, { subject: say("House {house}", { house: house.HouseNo }), letter });
  return (
    <>
      {onPrint && (
        <Button icon="printer" iconOnPhone onClick={onPrint}>
          {say("Print statement")}
        </Button>
      )}
      {onPdf && (
        <Button icon="download" busy={pdfBusy} onClick={onPdf}>
          {say("PDF")}
        </Button>
      )}
      {mail && (
        <LinkButton icon="mail" iconOnPhone href={mail}>
          {say("Mail")}
        </LinkButton>
      )}
      {chat && (
        <LinkButton icon="message" iconOnPhone href={chat} aside>
          {say("WhatsApp")}
        </LinkButton>
      )}
      {onAdd && (
        <Button variant="primary" icon="plus" kbd="n" onClick={onAdd}>
          {say("Add receipt")}
        </Button>
      )}
    </>
  );
}
