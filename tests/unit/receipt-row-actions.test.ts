import { expect, test } from "vitest";
import type { Receipt } from "../../web/domain/receipts/receipt.ts";
import { buildReceiptRowActions } from "../../web/features/payment-receipt/receiptRowActions.ts";

const receipt = { PaymentReceiptID: 1, ReceiptNo: 1 } as Receipt;
const doNothing = () => undefined;

test.each([
  { onEdit: undefined, onVoid: undefined, keys: ["pdf"] },
  { onEdit: doNothing, onVoid: undefined, keys: ["pdf", "lock"] },
  { onEdit: undefined, onVoid: doNothing, keys: ["pdf", "lock"] },
])("a receipt of a locked month has the actions $keys", ({ onEdit, onVoid, keys }) => {
  const actions = buildReceiptRowActions(receipt, {
    lockedText: "10/2026 is locked",
    createExportAction: ({ label }) => ({ key: "pdf", icon: "download", label, onPress: doNothing }),
    onEdit,
    onVoid,
  });
  expect(actions.map(({ key }) => key)).toEqual(keys);
});
