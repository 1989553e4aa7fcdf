// Written by `npm run fix` from the folders of server/features. Do not edit.
import { feature as account } from "./account/account.ts";
import { feature as accountTransfer } from "./account-transfer/account-transfer.ts";
import { feature as action } from "./action/action.ts";
import { feature as activity } from "./activity/activity.ts";
import { feature as adjustment } from "./adjustment/adjustment.ts";
import { feature as ageing } from "./ageing/ageing.ts";
import { feature as approval } from "./approval/approval.ts";
import { feature as audit } from "./audit/audit.ts";
import { feature as auth } from "./auth/auth.ts";
import { feature as balance } from "./balance/balance.ts";
import { feature as bill } from "./bill/bill.ts";
import { feature as cashBook } from "./cash-book/cash-book.ts";
import { feature as certificate } from "./certificate/certificate.ts";
import { feature as check } from "./check/check.ts";
import { feature as cheque } from "./cheque/cheque.ts";
import { feature as claim } from "./claim/claim.ts";
import { feature as dashboard } from "./dashboard/dashboard.ts";
import { feature as dayClose } from "./day-close/day-close.ts";
import { feature as depositSlip } from "./deposit-slip/deposit-slip.ts";
import { feature as display } from "./display/display.ts";
import { feature as drawer } from "./drawer/drawer.ts";
import { feature as expenses } from "./expenses/expenses.ts";
import { feature as generateReport } from "./generate-report/generate-report.ts";
import { feature as imports } from "./imports/imports.ts";
import { feature as mails } from "./mails/mails.ts";
import { feature as me } from "./me/me.ts";
import { feature as menuactionsmap } from "./menuactionsmap/menuactionsmap.ts";
import { feature as menus } from "./menus/menus.ts";
import { feature as monthLock } from "./month-lock/month-lock.ts";
import { feature as otherIncome } from "./other-income/other-income.ts";
import { feature as ownership } from "./ownership/ownership.ts";
import { feature as paymentPlan } from "./payment-plan/payment-plan.ts";
import { feature as paymentReceipt } from "./payment-receipt/payment-receipt.ts";
import { feature as paymentSchedule } from "./payment-schedule/payment-schedule.ts";
import { feature as plot } from "./plot/plot.ts";
import { feature as reminders } from "./reminders/reminders.ts";
import { feature as role } from "./role/role.ts";
import { feature as rolePermissions } from "./role-permissions/role-permissions.ts";
import { feature as serviceRate } from "./service-rate/service-rate.ts";
import { feature as society } from "./society/society.ts";
import { feature as statement } from "./statement/statement.ts";
import { feature as totp } from "./totp/totp.ts";
import { feature as users } from "./users/users.ts";
import { feature as verification } from "./verification/verification.ts";
import type { Feature } from "./feature.ts";

export const features: readonly Feature[] = [
  account,
  accountTransfer,
  action,
  activity,
  adjustment,
  ageing,
  approval,
  audit,
  auth,
  balance,
  bill,
  cashBook,
  certificate,
  check,
  cheque,
  claim,
  dashboard,
  dayClose,
  depositSlip,
  display,
  drawer,
  expenses,
  generateReport,
  imports,
  mails,
  me,
  menuactionsmap,
  menus,
  monthLock,
  otherIncome,
  ownership,
  paymentPlan,
  paymentReceipt,
  paymentSchedule,
  plot,
  reminders,
  role,
  rolePermissions,
  serviceRate,
  society,
  statement,
  totp,
  users,
  verification,
];
