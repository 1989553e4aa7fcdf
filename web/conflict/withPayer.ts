import type { RecordOf } from "../../shared/registry.ts";
import type { paymentReceipt } from "../../shared/resources/payment-receipt.ts";
import { lateChanges } from "../lib/hands.ts";
import { say, sayMessage, sayName } from "../lib/language.ts";
import { saidMoment } from "../moment.ts";
import { rupeeText } from "../ui/Money.tsx";
import { paidElsewhere } from "./paidElsewhere.ts";

interface Made {
  message: string;
  data: RecordOf<typeof paymentReceipt>;
}

const lateMs = 15 * 60_000;

/** The answer to a new receipt; where its money found nothing open because a colleague was quicker, it says who and when. */
export function withPayer({ message, data }: Made): Made {
  const { HouseNo, Credit, AmountPaid } = data;
  if (Credit < AmountPaid) return { message, data };
  const paid = paidElsewhere(lateChanges(), { house: HouseNo, since: Date.now() - lateMs });
  if (!paid) return { message, data };
  const more = say("Already paid by {name}, {time}: Rs {amount} stays as credit of {house}", {
    name: sayName(paid.by),
    time: saidMoment(paid.at),
    amount: rupeeText(Credit, 2),
    house: HouseNo,
  });
  return { message: say("{message}. {more}", { message: sayMessage(message), more }), data };
}
