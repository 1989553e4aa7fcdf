import { resources } from "../../shared/resources/index.ts";
import type { PermissionCache } from "../access/permission-cache.ts";
import type { Tokens } from "../access/tokens.ts";
import type { Core } from "../core.ts";
import type { Call } from "../http/call.ts";
import { defineHandlers, type ResourceHandlers } from "../http/resource-handlers.ts";
import type { Log } from "../log.ts";
import type { Mail } from "../mail/outbox.ts";
import type { MailHandler } from "../mail/sender.ts";
import type { MailTransport } from "../mail/transport.ts";
import type { LiveQuery } from "../realtime/broadcaster.ts";
import { passwordMailHandler } from "../services/password-mail.ts";
import { accountCalls } from "./account/account.ts";
import { actionHandlers } from "./action/action.ts";
import { connectActivity } from "./activity/activity.ts";
import { connectAgeing } from "./ageing/ageing.ts";
import { auditCalls } from "./audit/audit.ts";
import { authCalls } from "./auth/auth.ts";
import { connectDashboard } from "./dashboard/dashboard.ts";
import { connectWall, displayHandlers } from "./display/display.ts";
import { expensesHandlers } from "./expenses/expenses.ts";
import { expenseImportCalls } from "./expenses/import.ts";
import { reportCalls } from "./generate-report/generate-report.ts";
import { importLiveQueries } from "./imports/imports.ts";
import { connectMails } from "./mails/mails.ts";
import { menuActionsMapHandlers } from "./menuactionsmap/menuactionsmap.ts";
import { menusHandlers } from "./menus/menus.ts";
import { paymentPlanCalls, paymentPlanHandlers } from "./payment-plan/payment-plan.ts";
import { receiptImportCalls } from "./payment-receipt/import.ts";
import { connectReceiptMail } from "./payment-receipt/mail.ts";
import { paymentReceiptHandlers } from "./payment-receipt/payment-receipt.ts";
import { paymentScheduleHandlers } from "./payment-schedule/payment-schedule.ts";
import { plotImportCalls } from "./plot/import.ts";
import { connectReminders } from "./reminders/reminders.ts";
import { roleHandlers } from "./role/role.ts";
import { rolePermissionCalls } from "./role-permissions/role-permissions.ts";
import { serviceRateHandlers } from "./service-rate/service-rate.ts";
import { statementCalls } from "./statement/statement.ts";
import { usersHandlers } from "./users/users.ts";

const customHandlers: readonly ResourceHandlers[] = [
  serviceRateHandlers,
  paymentPlanHandlers,
  paymentScheduleHandlers,
  paymentReceiptHandlers,
  expensesHandlers,
  menusHandlers,
  actionHandlers,
  menuActionsMapHandlers,
  roleHandlers,
  usersHandlers,
  displayHandlers,
];

/** Every resource that has routes; those without rules of their own are plain. */
export const resourceHandlers: readonly ResourceHandlers[] = resources
  .filter(({ verbs }) => verbs.length > 0)
  .map(
    (resource) => customHandlers.find(({ resource: { name } }) => name === resource.name) ?? defineHandlers(resource),
  );

interface FeatureServices {
  core: Core;
  access: PermissionCache;
  tokens: Tokens;
  society: Parameters<typeof authCalls>[0]["society"];
  mailTransport: MailTransport;
  /** Where the portal is found from outside. */
  address: () => string;
  log: Log;
  now: () => Date;
}

/** All that is done beside plain reading and writing: calls, live figures, and how each kind of mail is written. */
export function connectFeatures({
  core,
  access,
  tokens,
  society,
  mailTransport,
  address: baseUrl,
  log,
  now,
}: FeatureServices): {
  calls: Call[];
  liveQueries: LiveQuery[];
  mailHandlers: Record<Mail["Kind"], MailHandler>;
} {
  const { connection, store, referenceCache, totals, outstandingBalances, lastPayments, changeStream, presenters } =
    core;
  const { secretStore } = core;
  const figures = connectDashboard({ totals, referenceCache, store, changeStream, now });
  const displays = connectWall({ access, tokens, referenceCache, store, changeStream, secretStore });
  const doneHere = connectActivity({ store, referenceCache, presenters });
  const receipts = connectReceiptMail({
    store,
    referenceCache,
    changeStream,
    now,
    society,
    asFiles: mailTransport.asFiles,
  });
  const age = connectAgeing({ outstandingBalances, lastPayments, referenceCache, store, changeStream, now });
  const dunning = connectReminders({ store, changeStream, now, society, asFiles: mailTransport.asFiles });
  const outbox = connectMails({ store, referenceCache, changeStream, society, mailTransport });
  const withBoards = [figures, displays, doneHere, receipts, age, dunning, outbox];
  const letter = passwordMailHandler({ store, secretStore, now, society, baseUrl });
  return {
    calls: [
      ...withBoards.flatMap(({ calls }) => calls),
      ...authCalls({ connection, access, tokens, referenceCache, secretStore, changeStream, society }),
      ...accountCalls({ connection, referenceCache, secretStore, changeStream, log, now }),
      ...reportCalls({ totals, referenceCache, store, changeStream, presenters }),
      ...paymentPlanCalls({ store, referenceCache, presenters }),
      ...statementCalls({ store, society: society.name }),
      ...rolePermissionCalls({ referenceCache, changeStream }),
      ...plotImportCalls,
      ...receiptImportCalls,
      ...expenseImportCalls,
      ...auditCalls({ store, referenceCache, presenters }),
    ],
    liveQueries: [...withBoards.map(({ liveQuery }) => liveQuery), ...importLiveQueries({ store })],
    mailHandlers: { receipt: receipts.mailHandler, reminder: dunning.mailHandler, reset: letter, invitation: letter },
  };
}
