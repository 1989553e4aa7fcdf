import { expect, test } from "vitest";
import type { Receipt } from "../../web/domain/receipts/receipt.ts";
import { buildReceiptActions } from "../../web/features/payment-receipt/receiptActions.ts";

const receipt = { PaymentReceiptID: 1, ReceiptNo: 1 } as Receipt;
const change = () => undefined;

test.each([
  { onEdit: undefined, onVoid: undefined, keys: ["pdf"] },
  { onEdit: change, onVoid: undefined, keys: ["pdf", "lock"] },
  { onEdit: undefined, onVoid: change, keys: ["pdf", "lock"] },
])("a receipt of a locked month has the actions $keys", ({ onEdit, onVoid, keys }) => {
  const actions = buildReceiptActions(receipt, {
    lockedText: "10/2026 is locked",
    createExportAction: ({ label }) => ({ key: "pdf", icon: "download", label, onPress: change }),
    onEdit,
    onVoid,
  });
  expect(actions.map(({ key }) => key)).toEqual(keys);
});
