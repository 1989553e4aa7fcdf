// Written by `npm run fix` from what shared/resources and shared/pages.ts declare. Do not edit.

/** The pages that the resources declare, in a separate file, so that code that needs only pages loads no schemas. */
export const resourcePages = [
  { number: 3, path: "/society-management?tab=plots", title: "Plots", icon: "home", screen: "plot/PlotsScreen", actions: ["View", "Add", "Update", "Delete", "ViewCNIC"] },
  { number: 4, path: "/society-management?tab=plot-users", title: "Plot Users", icon: "users", screen: "users/UsersScreen", actions: ["View", "Add", "Update", "Delete"] },
  { number: 5, path: "/society-management?tab=plot-category", title: "Plot Categories", icon: "tag", screen: "plot-category/PlotCategoriesScreen", actions: ["View", "Add", "Update", "Delete"] },
  { number: 6, path: "/society-management?tab=plot-type", title: "Plot Types", icon: "building", screen: "plot-type/PlotTypesScreen", actions: ["View", "Add", "Update", "Delete"] },
  { number: 7, path: "/society-management?tab=plot-floors", title: "Plot Floors", icon: "layers", screen: "plot-floor/PlotFloorsScreen", actions: ["View", "Add", "Update", "Delete"] },
  { number: 9, path: "/payment-management?tab=service-charges", title: "Service Charges", icon: "tag", screen: "service-rate/ServiceRatesScreen", actions: ["View", "Add", "Update", "Delete", "GeneratePaymentPlan"] },
  { number: 10, path: "/payment-management?tab=payment-plans", title: "Payment Plans", icon: "calendar", screen: "payment-plan/PaymentPlansScreen", actions: ["View", "ViewPaymentPlan", "GeneratePaymentSchedule", "RevokePaymentPlan"] },
  { number: 11, path: "/payment-management?tab=payment-schedule", title: "Payment Schedule", icon: "list-checks", screen: "payment-schedule/PaymentScheduleScreen", actions: ["View", "Update"] },
  { number: 12, path: "/payment-management?tab=payment-receipt", title: "Payment Receipt", icon: "receipt", screen: "payment-receipt/PaymentReceiptsScreen", actions: ["View", "Add", "Update", "Delete"] },
  { number: 14, path: "/finance-management?tab=expenses", title: "Expenses", icon: "banknote", screen: "expenses/ExpensesScreen", actions: ["View", "Add", "Update", "Delete"] },
  { number: 15, path: "/finance-management?tab=received", title: "Received", icon: "banknote", screen: "receivables/ReceivablesScreen", actions: ["View"] },
  { number: 18, path: "/system-management?tab=action", title: "Action", icon: "shield", screen: "action/ActionsScreen", actions: ["View", "Add", "Update", "Delete"] },
  { number: 19, path: "/system-management?tab=menu", title: "Menu", icon: "menu", screen: "menus/MenusScreen", actions: ["View", "Add", "Update", "Delete"] },
  { number: 20, path: "/system-management?tab=map-menu-actions", title: "Menu Action", icon: "list-checks", screen: "menuactionsmap/MenuActionsScreen", actions: ["View", "Add", "Update", "Delete"] },
  { number: 21, path: "/system-management?tab=role", title: "Role", icon: "users", screen: "role/RolesScreen", actions: ["View", "Add", "Update", "Delete"] },
  { number: 22, path: "/system-management?tab=permissions", title: "Role Menu Actions", icon: "shield", screen: "role-permissions/PermissionsScreen", actions: ["View", "Update"] },
  { number: 24, path: "/system-management?tab=displays", title: "Displays", icon: "layout-dashboard", screen: "display/DisplaysScreen", actions: ["View", "Add", "Delete"] },
  { number: 27, path: "/payment-management?tab=adjustments", title: "Adjustments", icon: "scale", screen: "adjustment/AdjustmentsScreen", actions: ["View", "Add", "Delete"] },
  { number: 28, path: "/system-management?tab=society", title: "Society", icon: "building", screen: "society/SocietyScreen", actions: ["View", "Update"] },
  { number: 29, path: "/payment-management?tab=withdrawn-installments", title: "Withdrawn Installments", icon: "undo", screen: "withdrawn-installment/WithdrawnInstallmentsScreen", actions: ["View", "Add"] },
  { number: 31, path: "/finance-management?tab=accounts", title: "Accounts", icon: "wallet", screen: "account/AccountsScreen", actions: ["View", "Add", "Update", "Delete"] },
  { number: 32, path: "/finance-management?tab=other-income", title: "Other Income", icon: "banknote", screen: "other-income/OtherIncomeScreen", actions: ["View", "Add", "Update", "Delete"] },
  { number: 36, path: "/finance-management?tab=month-lock", title: "Month Lock", icon: "lock", screen: "month-lock/MonthLockScreen", actions: ["View", "Add", "Unlock"] },
  { number: 37, path: "/finance-management?tab=approvals", title: "Approvals", icon: "user-check", screen: "approval/ApprovalsScreen", actions: ["View", "Approve"] },
] as const;
