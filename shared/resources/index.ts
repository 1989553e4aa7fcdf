// Written by `npm run fix` from what shared/resources and shared/pages.ts declare. Do not edit.
import type { Resource, StoredRow } from "../registry.ts";
import { plotCategory } from "./plot-category.ts";
import { plotType } from "./plot-type.ts";
import { plotFloor } from "./plot-floor.ts";
import { plot } from "./plot.ts";
import { role } from "./role.ts";
import { users } from "./users.ts";
import { certificate } from "./certificate.ts";
import { serviceRate } from "./service-rate.ts";
import { paymentPlan } from "./payment-plan.ts";
import { account } from "./account.ts";
import { paymentSchedule } from "./payment-schedule.ts";
import { paymentReceipt } from "./payment-receipt.ts";
import { adjustment } from "./adjustment.ts";
import { withdrawnInstallment } from "./withdrawn-installment.ts";
import { bill } from "./bill.ts";
import { claim } from "./claim.ts";
import { expenses } from "./expenses.ts";
import { receivables } from "./receivables.ts";
import { otherIncome } from "./other-income.ts";
import { drawer } from "./drawer.ts";
import { monthReport } from "./month-report.ts";
import { approval } from "./approval.ts";
import { cheque } from "./cheque.ts";
import { action } from "./action.ts";
import { menus } from "./menus.ts";
import { menuActionsMap } from "./menuactionsmap.ts";
import { rolePermissions } from "./role-permissions.ts";
import { display } from "./display.ts";
import { society } from "./society.ts";
import { verification } from "./verification.ts";
import { accountTransfer } from "./account-transfer.ts";
import { approvalRequest } from "./approval-request.ts";
import { chequeEntry } from "./cheque-entry.ts";
import { dayClose } from "./day-close.ts";
import { deletedExpenses } from "./deleted-expenses.ts";
import { depositSlip } from "./deposit-slip.ts";
import { drawerMovement } from "./drawer-movement.ts";
import { importBatch } from "./import-batch.ts";
import { imports } from "./imports.ts";
import { mails } from "./mails.ts";
import { monthLock } from "./month-lock.ts";
import { ownership } from "./ownership.ts";
import { sessions } from "./sessions.ts";

/** Every resource of the portal: in menu order, but each after the resources that it references. */
export const resources: readonly Resource<StoredRow, object, Readonly<Record<string, unknown>>>[] = [
  plotCategory,
  plotType,
  plotFloor,
  plot,
  role,
  users,
  certificate,
  serviceRate,
  paymentPlan,
  account,
  paymentSchedule,
  paymentReceipt,
  adjustment,
  withdrawnInstallment,
  bill,
  claim,
  expenses,
  receivables,
  otherIncome,
  drawer,
  monthReport,
  approval,
  cheque,
  action,
  menus,
  menuActionsMap,
  rolePermissions,
  display,
  society,
  verification,
  accountTransfer,
  approvalRequest,
  chequeEntry,
  dayClose,
  deletedExpenses,
  depositSlip,
  drawerMovement,
  importBatch,
  imports,
  mails,
  monthLock,
  ownership,
  sessions,
];
