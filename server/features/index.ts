import { resources } from "../../shared/resources/index.ts";
import type { PermissionCache } from "../ground/access.ts";
import { passwordMailHandler } from "../ground/reset-letter.ts";
import type { Tokens } from "../ground/tokens.ts";
import { type Call, defineHandlers, type ResourceHandlers } from "../kernel/feature.ts";
import type { LiveQuery } from "../kernel/live.ts";
import type { Log } from "../kernel/log.ts";
import type { Mail } from "../mail/outbox.ts";
import type { MailTransport } from "../mail/post.ts";
import type { MailHandler } from "../mail/sender.ts";
import type { Core } from "../office.ts";
import { accountCalls } from "./accounts.ts";
import { actionHandlers } from "./action.ts";
import { connectActivity } from "./activity.ts";
import { connectAgeing } from "./ageing.ts";
import { auditCalls } from "./audit.ts";
import { authCalls } from "./auth.ts";
import { connectDashboard } from "./dashboard.ts";
import { connectWall, displayHandlers } from "./display.ts";
import { expensesHandlers } from "./expenses.ts";
import { reportCalls } from "./generate-report.ts";
import { expenseImportCalls } from "./import-expenses.ts";
import { plotImportCalls } from "./import-plots.ts";
import { importLiveQueries } from "./import-progress.ts";
import { receiptImportCalls } from "./import-receipts.ts";
import { connectMails } from "./mails.ts";
import { menuActionsMapHandlers } from "./menuactionsmap.ts";
import { menusHandlers } from "./menus.ts";
import { paymentPlanCalls, paymentPlanHandlers } from "./payment-plan.ts";
import { paymentReceiptHandlers } from "./payment-receipt.ts";
import { paymentScheduleHandlers } from "./payment-schedule.ts";
import { connectReceiptMail } from "./receipt-mail.ts";
import { connectReminders } from "./reminders.ts";
import { roleHandlers } from "./role.ts";
import { rolePermissionCalls } from "./role-permissions.ts";
import { serviceRateHandlers } from "./service-rate.ts";
import { statementCalls } from "./statement.ts";
import { usersHandlers } from "./users.ts";

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
  const { store, referenceCache, totals, outstandingBalances, lastPayments, changeStream, presenters } = core;
  const { secretStore } = core.database;
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
      ...authCalls({ access, tokens, referenceCache, secretStore, changeStream, now, society }),
      ...accountCalls({ referenceCache, secretStore, changeStream, log, now }),
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
