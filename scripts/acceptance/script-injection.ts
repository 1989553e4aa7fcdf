import { ApiClient } from "../lib/api-client.ts";
import { createRecord, createSociety } from "../lib/sample-society.ts";
import { type PortalProcess, waitForMails, withPortal } from "./portal-process.ts";
import type { AcceptanceContext, CheckResult } from "./requirement.ts";
import { probeScreens } from "./xss-probe.ts";

/** Texts that set `window.scriptRan` if a screen renders them as HTML. */
const imagePayload = '<img src=x onerror="window.scriptRan=1">';
const svgPayload = '"><svg onload="window.scriptRan=1"><script>window.scriptRan=1</script>';

/**
 * Stores scripts in names and remarks, searches screens, documents and mails for them, and checks the security headers.
 */
export function checkScriptInjection(context: AcceptanceContext): Promise<CheckResult> {
  return withPortal(context, {}, async (portal) => {
    const admin = await ApiClient.signIn(portal.url);
    const { houseNo, paymentPlanId, PlotID } = await createHostileRecords(admin);
    const { mails, documentCount, documentFailures } = await collectOutput(admin, { portal, PlotID });
    const token = admin.token ?? "";
    const screens = await probeScreens({
      url: portal.url,
      token,
      houseNo,
      paymentPlanId,
      mails,
      isShort: context.isShort,
    });
    const headerViolations = await checkSecurityHeaders(portal.url);
    const hits = [...screens.hits, ...documentFailures, ...headerViolations];
    return {
      summary: [
        `${screens.screenCount} screens and mails with ${screens.chartCount} charts, ${documentCount} documents: ${hits.length} hits; headers of ${checkedPaths.length} URLs`,
        ...hits.slice(0, 5),
      ].join("; "),
      passed: hits.length === 0 && screens.chartCount > 0 && mails.length > 0 && documentCount > 1,
    };
  });
}

/** Creates houses, a receipt, expenses, a role, an action and a user with scripts in their names and remarks. */
async function createHostileRecords(
  admin: ApiClient,
): Promise<{ houseNo: string; paymentPlanId: number; PlotID: number }> {
  const { houseNumbers, generationRequest } = await createSociety(admin, { houseCount: 2, nameSuffix: imagePayload });
  const [houseNo = ""] = houseNumbers;
  const post = (path: string, body: object, idField: string) => createRecord(admin, { path, body, idField });
  const today = new Date().toISOString().slice(0, 10);
  const receipt = { HouseNo: houseNo, AmountPaid: 3_000, PaymentMethod: "Cash", Remarks: svgPayload };
  await post("payment-receipt", { ...receipt, PaymentDate: today }, "PaymentReceiptID");
  const month = { Month: today.slice(5, 7), Year: today.slice(0, 4) };
  for (const [index, text] of [imagePayload, svgPayload].entries()) {
    const expense = { ExpenseType: text, ExpenseTitle: text, Description: text, Amount: 500 * (index + 1) };
    await post("expenses", { ...month, ...expense }, "ExpenseID");
  }
  const RoleID = await post("role", { RoleName: `Role ${svgPayload}` }, "RoleID");
  await post("action", { ActionName: `Action ${imagePayload}` }, "ActionID");
  const user = {
    Username: `<b onclick=scriptRan=1>`,
    FullName: svgPayload,
    Phone: imagePayload,
    Email: "x@example.org",
  };
  await post("users", { ...user, RoleID, PlotIDs: generationRequest.PlotIDs }, "UserID");
  await admin.requestData({ method: "PUT", path: "/api/me", body: { fullName: `Admin ${imagePayload}` } });
  return { houseNo, paymentPlanId: generationRequest.PaymentPlanID, PlotID: generationRequest.PlotIDs[0] ?? 0 };
}

interface RenderedOutput {
  /** HTML of the mails. */
  mails: string[];
  /** Number of PDF documents. */
  documentCount: number;
  /** Documents that are no PDF or have active content. */
  documentFailures: string[];
}

/** Reads a statement and all mails with their attachments. */
async function collectOutput(
  admin: ApiClient,
  { portal, PlotID }: { portal: PortalProcess; PlotID: number },
): Promise<RenderedOutput> {
  const statement = await admin.send({ path: `/api/plot/${PlotID}/statement.pdf` });
  await admin.requestData({ method: "POST", path: "/api/payment-receipt/send-emails" });
  // The invitation of the new user, and the receipt.
  const mails = await waitForMails(portal, 2);
  const attached = mails.flatMap(({ attachments }) => attachments.map(({ content }) => toText(content)));
  const documents = [statement.text, ...attached];
  return {
    mails: mails.flatMap(({ html }) => html ?? []),
    documentCount: documents.length,
    documentFailures: documents.flatMap((document) => {
      if (!document.startsWith("%PDF")) return "a document that is no PDF";
      return [...document.matchAll(/\/(JavaScript|Launch|SubmitForm)\b/g)].map(([name]) => `${name} in a document`);
    }),
  };
}

function toText(content: ArrayBuffer | Uint8Array | string): string {
  return typeof content === "string" ? content : Buffer.from(new Uint8Array(content)).toString("latin1");
}

const checkedPaths = ["/", "/login", "/api/plot", "/api/nope", "/api/docs", "/assets/nope.js", "/healthz"];

/**
 * Checks the response headers of every kind of URL: own scripts only, nosniff, no frames, no caching of the API. Returns
 * the violations.
 */
async function checkSecurityHeaders(url: string): Promise<string[]> {
  const anonymous = new ApiClient(url);
  const violations: string[] = [];
  for (const path of checkedPaths) {
    const { headers } = await anonymous.send({ path });
    const policy = String(headers["content-security-policy"] ?? "");
    const scripts = /script-src ([^;]*)/.exec(policy)?.[1] ?? "";
    if (scripts === "" || scripts.includes("unsafe")) violations.push(`${path}: scripts from ${scripts || "anywhere"}`);
    if (!policy.includes("frame-ancestors 'none'")) violations.push(`${path}: may be framed`);
    if (headers["x-content-type-options"] !== "nosniff") violations.push(`${path}: allows content sniffing`);
    const isApi = path.startsWith("/api/") && path !== "/api/docs";
    if (isApi && headers["cache-control"] !== "no-store") violations.push(`${path}: may be cached`);
  }
  return violations;
}
