import { resources } from "../../shared/resources/index.ts";
import type { PortalAccess } from "../ground/access.ts";
import { linkLetters } from "../ground/reset-letter.ts";
import type { Tokens } from "../ground/tokens.ts";
import { type Call, defineFeature, type Feature } from "../kernel/feature.ts";
import type { Board } from "../kernel/live.ts";
import type { Log } from "../kernel/log.ts";
import type { Mail } from "../mail/outbox.ts";
import type { Post } from "../mail/post.ts";
import type { MailKind } from "../mail/sender.ts";
import type { Office } from "../office.ts";
import { accountCalls } from "./accounts.ts";
import { actionFeature } from "./action.ts";
import { activityFeed } from "./activity.ts";
import { ageingOf } from "./ageing.ts";
import { auditCalls } from "./audit.ts";
import { authCalls } from "./auth.ts";
import { dashboard } from "./dashboard.ts";
import { displayFeature, wall } from "./display.ts";
import { expensesFeature } from "./expenses.ts";
import { reportCalls } from "./generate-report.ts";
import { expenseImportCalls } from "./import-expenses.ts";
import { plotImportCalls } from "./import-plots.ts";
import { importBoards } from "./import-progress.ts";
import { receiptImportCalls } from "./import-receipts.ts";
import { mailCalls } from "./mails.ts";
import { menuActionsMapFeature } from "./menuactionsmap.ts";
import { menusFeature } from "./menus.ts";
import { paymentPlanCalls, paymentPlanFeature } from "./payment-plan.ts";
import { paymentReceiptFeature } from "./payment-receipt.ts";
import { paymentScheduleFeature } from "./payment-schedule.ts";
import { receiptMail } from "./receipt-mail.ts";
import { reminders } from "./reminders.ts";
import { roleFeature } from "./role.ts";
import { rolePermissionCalls } from "./role-permissions.ts";
import { serviceRateFeature } from "./service-rate.ts";
import { statementCalls } from "./statement.ts";
import { usersFeature } from "./users.ts";

const withRules: readonly Feature[] = [
  serviceRateFeature,
  paymentPlanFeature,
  paymentScheduleFeature,
  paymentReceiptFeature,
  expensesFeature,
  menusFeature,
  actionFeature,
  menuActionsMapFeature,
  roleFeature,
  usersFeature,
  displayFeature,
];

/** Every resource that has routes; those without rules of their own are plain. */
export const features: readonly Feature[] = resources
  .filter(({ verbs }) => verbs.length > 0)
  .map((resource) => withRules.find(({ resource: { name } }) => name === resource.name) ?? defineFeature(resource));

interface FeatureParts {
  office: Office;
  access: PortalAccess;
  tokens: Tokens;
  society: Parameters<typeof authCalls>[0]["society"];
  post: Post;
  /** Where the portal is found from outside. */
  address: () => string;
  log: Log;
  now: () => Date;
}

/** All that is done beside plain reading and writing: calls, live figures, and how each kind of mail is written. */
export function bindFeatures({ office, access, tokens, society, post, address, log, now }: FeatureParts): {
  calls: Call[];
  boards: Board[];
  mailKinds: Record<Mail["Kind"], MailKind>;
} {
  const { store, mirror, totals, open, lastPayments, feed, presenters } = office;
  const { vault } = office.books;
  const figures = dashboard({ totals, mirror, store, feed, now });
  const displays = wall({ access, tokens, mirror, store, feed, vault });
  const doneHere = activityFeed({ store, mirror, presenters });
  const receipts = receiptMail({ store, mirror, feed, now, society, asFiles: post.asFiles });
  const age = ageingOf({ open, lastPayments, mirror, store, feed, now });
  const dunning = reminders({ store, feed, now, society, asFiles: post.asFiles });
  const outbox = mailCalls({ store, mirror, feed, society, post });
  const withBoards = [figures, displays, doneHere, receipts, age, dunning, outbox];
  const letter = linkLetters({ store, vault, now, society, address });
  return {
    calls: [
      ...withBoards.flatMap(({ calls }) => calls),
      ...authCalls({ access, tokens, mirror, vault, feed, now, society }),
      ...accountCalls({ mirror, vault, feed, log, now }),
      ...reportCalls({ totals, mirror, store, feed, presenters }),
      ...paymentPlanCalls({ store, mirror, presenters }),
      ...statementCalls({ store, society: society.name }),
      ...rolePermissionCalls({ mirror, feed }),
      ...plotImportCalls,
      ...receiptImportCalls,
      ...expenseImportCalls,
      ...auditCalls({ store, mirror, presenters }),
    ],
    boards: [...withBoards.map(({ board }) => board), ...importBoards({ store })],
    mailKinds: { receipt: receipts.kind, reminder: dunning.kind, reset: letter, invitation: letter },
  };
}
