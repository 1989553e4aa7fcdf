import { addCheque, depositCheque } from "../cheques.ts";
import type { MessageCode, MessageScenario } from "./scenario.ts";

const onToday = { Date: "2026-11-15" };
const bounceForm = { ...onToday, Reason: "Insufficient funds" };

/** Messages about the cheques of receipts. */
export const chequeScenarios = {
  "cheque-cleared": {
    text: "Cheque 4701 cleared",
    run: async ({ admin }) => admin.post(`/cheque/${await depositCheque(admin, { ChequeNo: "4701" })}/clear`, onToday),
  },
  "cheque-bounced": {
    text: "Cheque 4702 bounced. The installments it settled are due again.",
    run: async ({ admin }) =>
      admin.post(`/cheque/${await depositCheque(admin, { ChequeNo: "4702" })}/bounce`, bounceForm),
  },
  "cheque-bounce-charged": {
    text: "Cheque 4703 bounced. Its amount was charged to the house.",
    run: async ({ admin }) => {
      const id = await depositCheque(admin, { PaymentDate: "2026-10-20", ChequeNo: "4703" });
      await admin.post("/month-lock", { Month: 10, Year: 2026 });
      const reply = await admin.post(`/cheque/${id}/bounce`, bounceForm);
      await admin.post("/month-lock/unlock", { Month: 10, Year: 2026, Reason: "An expense is missing" });
      return reply;
    },
  },
  "cheque-returned": {
    text: "Cheque 4704 returned",
    run: async ({ admin }) =>
      admin.post(`/cheque/${(await addCheque(admin, { ChequeNo: "4704" })).ChequeID}/return`, onToday),
  },
  "deposit-slip-saved": {
    text: "Deposit slip DS-1 saved",
    run: async ({ admin }) => {
      const { ChequeID } = await addCheque(admin);
      return admin.post("/deposit-slip", { ...onToday, AccountID: 1, ChequeIDs: [ChequeID] });
    },
  },
  "cheque-post-dated": {
    text: "Cheque 4711 is dated 16/11/2026 and cannot be deposited before that day",
    status: 400,
    run: async ({ admin }) => {
      const { ChequeID } = await addCheque(admin, { ChequeNo: "4711", ChequeDate: "2026-11-16" });
      return admin.post("/deposit-slip", { ...onToday, AccountID: 1, ChequeIDs: [ChequeID] });
    },
  },
  "date-too-early": {
    text: "The date must be 14/11/2026 or later",
    status: 400,
    run: async ({ admin }) => {
      const { ChequeID } = await addCheque(admin);
      return admin.post("/deposit-slip", { AccountID: 1, Date: "2026-11-13", ChequeIDs: [ChequeID] });
    },
  },
} as const satisfies Partial<Record<MessageCode, MessageScenario>>;
