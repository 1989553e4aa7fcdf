import { formatDay } from "../../shared/dates.ts";
import { canAccess } from "../../shared/domain/resource-access.ts";
import { paymentReceipt, receiptName } from "../../shared/resources/payment-receipt.ts";
import type { Session } from "../../shared/wire.ts";
import type { Receipt } from "../domain/receipts/receipt.ts";
import { receiptUrl, voidReceiptUrl } from "../domain/receipts/receiptUrls.ts";
import { Trans } from "../i18n/Trans.tsx";
import { t, translateName } from "../i18n/t.ts";
import { Money } from "../ui/text/Money.tsx";
import type { PaletteItem, PaletteItemGroup } from "./paletteItem.ts";

/** A receipt; opens the list of receipts with a search for its number. */
export function toReceiptItem(receipt: Receipt): PaletteItem {
  const name = receiptName(receipt);
  return {
    key: `receipt ${receipt.PaymentReceiptID}`,
    icon: "receipt",
    title: name,
    hint: (
      <Trans
        text="{house}, {day}, {method}"
        with={{
          house: <bdi>{receipt.HouseNo}</bdi>,
          day: formatDay(receipt.PaymentDate),
          method: translateName(receipt.PaymentMethod),
        }}
      />
    ),
    trailing: <Money rupees={receipt.AmountPaid} showCurrency />,
    url: receiptUrl(receipt),
  };
}

/** The actions that the user may take on the receipt. */
export function buildReceiptActions(receipt: Receipt, session: Session): PaletteItemGroup {
  const canVoid = receipt.VoidedAt === null && canAccess(session, { resource: paymentReceipt, verb: "remove" });
  const voidItem: PaletteItem = {
    key: `void receipt ${receipt.PaymentReceiptID}`,
    icon: "trash",
    title: t("Void receipt"),
    hint: t("asks for the reason"),
    url: voidReceiptUrl(receipt),
    opensDialog: true,
  };
  const heading = t("Actions for {name}", { name: receiptName(receipt) });
  return { key: "receipt actions", heading, items: canVoid ? [voidItem] : [] };
}
