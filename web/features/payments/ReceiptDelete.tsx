import type { ComponentProps } from "react";
import { receiptName } from "../../../shared/resources/payment-receipt.ts";
import { say } from "../../lib/language.ts";
import { ResourceDelete } from "../../ResourceDelete.tsx";
import { Said } from "../../Said.tsx";
import { Money } from "../../ui/Money.tsx";
import type { Receipt } from "./ReceiptFilter.ts";

interface ReceiptDeleteProps extends Pick<ComponentProps<typeof ResourceDelete>, "editor"> {
  receipt: Receipt;
}

/** Asks before a receipt is voided, and says what becomes of its money. */
export function ReceiptDelete({ editor, receipt }: ReceiptDeleteProps) {
  const { AmountPaid, HouseNo, Allocations, Credit } = receipt;
  return (
    <ResourceDelete
      editor={editor}
      question={say("Are you sure you want to delete this receipt?")}
      text={
        <>
          <Said
            text="{receipt}: {amount} of house {house} count as not received."
            with={{
              receipt: <bdi dir="ltr">{receiptName(receipt)}</bdi>,
              amount: <Money rupees={AmountPaid} decimals={2} prefix strong />,
              house: <bdi dir="ltr">{HouseNo}</bdi>,
            }}
          />{" "}
          {Allocations.length > 0 && `${openAgain(Allocations.length)} `}
          {Credit > 0 && (
            <>
              <Said
                text="Its credit of {amount} is gone."
                with={{ amount: <Money rupees={Credit} decimals={2} prefix /> }}
              />{" "}
            </>
          )}
          {say("The number stays taken and is found under Voided.")}
        </>
      }
    />
  );
}

function openAgain(count: number): string {
  return count === 1
    ? say("What it paid of 1 installment is due again.")
    : say("What it paid of {count} installments is due again.", { count });
}
