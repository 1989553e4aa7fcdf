import { ApiClient } from "./api-client.ts";
import { type AcceptanceContext, type PortalProcess, waitForMails, withPortal } from "./portal-process.ts";
import type { CheckResult } from "./requirement.ts";
import { createRecord, createSociety } from "./sample-society.ts";
import { probeScreens } from "./xss-probe.ts";

/** Would say so in every window in which it is taken for more than text. */
const nameSuffix = '<img src=x onerror="window.struck=1">';
const svgPayload = '"><svg onload="window.struck=1"><script>window.struck=1</script>';

/** A portal whose every name is a script: its screens, documents and mails, and what browsers are told of scripts. */
export function measureScriptInjection(place: AcceptanceContext): Promise<CheckResult> {
  return withPortal(place, {}, async (portal) => {
    const admin = await ApiClient.signInAsAdmin(portal.url);
    const { house, plan, PlotID } = await createHostileRecords(admin);
    const { mails, documents, active } = await collectOutput(admin, { portal, PlotID });
    const token = admin.token ?? "";
    const screens = await probeScreens({ url: portal.url, token, house, plan, mails, short: place.short });
    const policies = await checkSecurityHeaders(portal.url);
    const wrong = [...screens.hits, ...active, ...policies.violations];
    return {
      summary: [
        `${screens.checkedScreens} looks at screens and letters with ${screens.charts} charts, ${documents} documents: ${wrong.length} strikes; headers of ${policies.checked} addresses`,
        ...wrong.slice(0, 5),
      ].join("; "),
      passed: wrong.length === 0 && screens.charts > 0 && mails.length > 0 && documents > 1,
    };
  });
}

/** Something of every kind, with a script in every field that takes text. */
async function createHostileRecords(admin: ApiClient): Promise<{ house: string; plan: number; PlotID: number }> {
  const { houses, generation } = await createSociety(admin, { houses: 2, nameSuffix });
  const [house = ""] = houses;
  const post = (path: string, body: object, id: string) => createRecord(admin, { path, body, id });
  const paid = { HouseNo: house, AmountPaid: 3_000, PaymentMethod: "Cash", Remarks: svgPayload };
  await post("payment-receipt", { ...paid, PaymentDate: new Date().toISOString().slice(0, 10) }, "PaymentReceiptID");
  const today = new Date().toISOString();
  const month = { Month: today.slice(5, 7), Year: today.slice(0, 4) };
  for (const [index, text] of [nameSuffix, svgPayload].entries()) {
    const bill = { ExpenseType: text, ExpenseTitle: text, Description: text, Amount: 500 * (index + 1) };
    await post("expenses", { ...month, ...bill }, "ExpenseID");
  }
  const RoleID = await post("role", { RoleName: `Role ${svgPayload}` }, "RoleID");
  await post("action", { ActionName: `Action ${nameSuffix}` }, "ActionID");
  const user = { Username: `<b onclick=struck=1>`, FullName: svgPayload, Phone: nameSuffix, Email: "x@example.org" };
  await post("users", { ...user, RoleID, PlotIDs: generation.PlotIDs }, "UserID");
  await admin.requestData({ method: "PUT", path: "/api/me", body: { fullName: `Admin ${nameSuffix}` } });
  return { house, plan: generation.PaymentPlanID, PlotID: generation.PlotIDs[0] ?? 0 };
}

interface RenderedOutput {
  mails: string[];
  documents: number;
  /** Documents that would do something by themselves. */
  active: string[];
}

async function collectOutput(
  admin: ApiClient,
  { portal, PlotID }: { portal: PortalProcess; PlotID: number },
): Promise<RenderedOutput> {
  const statement = await admin.send({ path: `/api/plot/${PlotID}/statement.pdf` });
  await admin.requestData({ method: "POST", path: "/api/payment-receipt/send-emails" });
  // The invitation of the one who was added, and the receipt.
  const mails = await waitForMails(portal, 2);
  const attached = mails.flatMap(({ attachments }) => attachments.map(({ content }) => contentAsText(content)));
  const documents = [statement.text, ...attached];
  return {
    mails: mails.flatMap(({ html }) => html ?? []),
    documents: documents.length,
    active: documents.flatMap((document) => {
      if (!document.startsWith("%PDF")) return "a document that is none";
      return /\/(JavaScript|Launch|SubmitForm)\b/.exec(document)?.map((found) => `${found} in a document`) ?? [];
    }),
  };
}

function contentAsText(content: ArrayBuffer | Uint8Array | string): string {
  return typeof content === "string" ? content : Buffer.from(new Uint8Array(content)).toString("latin1");
}

const paths = ["/", "/login", "/api/plot", "/api/nope", "/api/docs", "/assets/nope.js", "/healthz"];

/** What browsers are told at every kind of address: scripts of the portal only, no guessing of types, no frames, nothing kept. */
export async function checkSecurityHeaders(url: string): Promise<{ checked: number; violations: string[] }> {
  const guest = new ApiClient(url);
  const violations: string[] = [];
  for (const path of paths) {
    const { headers } = await guest.send({ path });
    const policy = String(headers["content-security-policy"] ?? "");
    const scripts = /script-src ([^;]*)/.exec(policy)?.[1] ?? "";
    if (scripts === "" || scripts.includes("unsafe")) violations.push(`${path}: scripts from ${scripts || "anywhere"}`);
    if (!policy.includes("frame-ancestors 'none'")) violations.push(`${path}: may be framed`);
    if (headers["x-content-type-options"] !== "nosniff") violations.push(`${path}: types may be guessed`);
    const isApi = path.startsWith("/api/") && path !== "/api/docs";
    if (isApi && headers["cache-control"] !== "no-store") violations.push(`${path}: may be kept`);
  }
  return { checked: paths.length, violations };
}
