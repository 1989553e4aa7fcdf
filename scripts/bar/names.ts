import type { Finding } from "./line.ts";
import { mailsOf } from "./outbox.ts";
import { atPortal, type Place, type PortalProcess } from "./place.ts";
import { wrongPolicies } from "./policies.ts";
import { add, settle } from "./society.ts";
import { strikesIn } from "./strikes.ts";
import { Visitor } from "./visitor.ts";

/** Would say so in every window in which it is taken for more than text. */
const mark = '<img src=x onerror="window.struck=1">';
const elsewhere = '"><svg onload="window.struck=1"><script>window.struck=1</script>';

/** A portal whose every name is a script: its screens, documents and mails, and what browsers are told of scripts. */
export function measureNames(place: Place): Promise<Finding> {
  return atPortal(place, {}, async (portal) => {
    const admin = await Visitor.admin(portal.url);
    const { house, plan, PlotID } = await nameEverything(admin);
    const { letters, documents, active } = await papers(admin, { portal, PlotID });
    const token = admin.token ?? "";
    const screens = await strikesIn({ url: portal.url, token, house, plan, letters, short: place.short });
    const policies = await wrongPolicies(portal.url);
    const wrong = [...screens.strikes, ...active, ...policies.wrong];
    return {
      figure: [
        `${screens.looks} looks at screens and letters with ${screens.charts} charts, ${documents} documents: ${wrong.length} strikes; headers of ${policies.looked} addresses`,
        ...wrong.slice(0, 5),
      ].join("; "),
      holds: wrong.length === 0 && screens.charts > 0 && letters.length > 0 && documents > 1,
    };
  });
}

/** Something of every kind, with a script in every field that takes text. */
async function nameEverything(admin: Visitor): Promise<{ house: string; plan: number; PlotID: number }> {
  const { houses, generation } = await settle(admin, { houses: 2, mark });
  const [house = ""] = houses;
  const post = (path: string, body: object, id: string) => add(admin, { path, body, id });
  const paid = { HouseNo: house, AmountPaid: 3_000, PaymentMethod: "Cash", Remarks: elsewhere };
  await post("payment-receipt", { ...paid, PaymentDate: new Date().toISOString().slice(0, 10) }, "PaymentReceiptID");
  const today = new Date().toISOString();
  const month = { Month: today.slice(5, 7), Year: today.slice(0, 4) };
  for (const [index, text] of [mark, elsewhere].entries()) {
    const bill = { ExpenseType: text, ExpenseTitle: text, Description: text, Amount: 500 * (index + 1) };
    await post("expenses", { ...month, ...bill }, "ExpenseID");
  }
  const RoleID = await post("role", { RoleName: `Role ${elsewhere}` }, "RoleID");
  await post("action", { ActionName: `Action ${mark}` }, "ActionID");
  const user = { Username: `<b onclick=struck=1>`, FullName: elsewhere, Phone: mark, Email: "x@example.org" };
  await post("users", { ...user, RoleID, PlotIDs: generation.PlotIDs }, "UserID");
  await admin.ask({ method: "PUT", path: "/api/me", body: { fullName: `Admin ${mark}` } });
  return { house, plan: generation.PaymentPlanID, PlotID: generation.PlotIDs[0] ?? 0 };
}

interface Papers {
  letters: string[];
  documents: number;
  /** Documents that would do something by themselves. */
  active: string[];
}

async function papers(admin: Visitor, { portal, PlotID }: { portal: PortalProcess; PlotID: number }): Promise<Papers> {
  const statement = await admin.call({ path: `/api/plot/${PlotID}/statement.pdf` });
  await admin.ask({ method: "POST", path: "/api/payment-receipt/send-emails" });
  // The invitation of the one who was added, and the receipt.
  const mails = await mailsOf(portal, 2);
  const attached = mails.flatMap(({ attachments }) => attachments.map(({ content }) => textOf(content)));
  const documents = [statement.text, ...attached];
  return {
    letters: mails.flatMap(({ html }) => html ?? []),
    documents: documents.length,
    active: documents.flatMap((document) => {
      if (!document.startsWith("%PDF")) return "a document that is none";
      return /\/(JavaScript|Launch|SubmitForm)\b/.exec(document)?.map((found) => `${found} in a document`) ?? [];
    }),
  };
}

function textOf(content: ArrayBuffer | Uint8Array | string): string {
  return typeof content === "string" ? content : Buffer.from(new Uint8Array(content)).toString("latin1");
}
