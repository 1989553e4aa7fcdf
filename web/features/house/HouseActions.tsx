import styled from "styled-components";
import { chatAddress } from "../../../shared/mobile.ts";
import { say } from "../../lib/language.ts";
import { Button, LinkButton } from "../../ui/Button.tsx";
import { visuallyHidden } from "../../ui/GlobalStyle.tsx";
import { mailAddress } from "./contact.ts";
import type { HouseRecord } from "./HouseForm.tsx";

interface HouseActionsProps {
  house: HouseRecord;
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
        <Button icon="printer" onClick={onPrint}>
          <Wide>{say("Print statement")}</Wide>
        </Button>
      )}
      {onPdf && (
        <Button icon="download" busy={pdfBusy} onClick={onPdf}>
          {say("PDF")}
        </Button>
      )}
      {mail && (
        <LinkButton icon="mail" href={mail}>
          <Wide>{say("Mail")}</Wide>
        </LinkButton>
      )}
      {chat && (
        <LinkButton icon="message" href={chat} aside>
          <Wide>{say("WhatsApp")}</Wide>
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

const Wide = styled.span`
  ${({ theme }) => theme.phone} {
    ${visuallyHidden}
  }
`;
