import { receiptName } from "../../../shared/resources/payment-receipt.ts";
import { ResourceDelete } from "../../ResourceDelete.tsx";
import { Money } from "../../ui/Money.tsx";
import type { Receipt } from "./ReceiptFilter.ts";

interface ReceiptDeleteProps {
  receipt: Receipt;
  open: boolean;
  onClose: () => void;
  /** Throws a Problem. */
  onDelete: () => Promise<void>;
}

/** Asks before a receipt is voided, and says what becomes of its money. */
export function ReceiptDelete({ receipt, ...dialog }: ReceiptDeleteProps) {
  const { AmountPaid, HouseNo, Allocations, Credit } = receipt;
  return (
    <ResourceDelete
      name={`receipt ${receiptName(receipt)}`}
      question="Are you sure you want to delete this receipt?"
      text={
        <>
          {receiptName(receipt)}: <Money rupees={AmountPaid} decimals={2} prefix strong /> of house{" "}
          <bdi dir="ltr">{HouseNo}</bdi> count as not received.{" "}
          {Allocations.length > 0 && `${openAgain(Allocations.length)} due again. `}
          {Credit > 0 && (
            <>
              Its credit of <Money rupees={Credit} decimals={2} prefix /> is gone.{" "}
            </>
          )}
          The number stays taken and is found under Voided.
        </>
      }
      {...dialog}
    />
  );
}

function openAgain(count: number): string {
  return count === 1 ? "What it paid of 1 installment is" : `What it paid of ${count} installments is`;
}
