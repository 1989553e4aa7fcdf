import { ageing } from "./ur/ageing.ts";
import { app } from "./ur/app.ts";
import { auth } from "./ur/auth.ts";
import { commandPalette } from "./ur/command-palette.ts";
import { common } from "./ur/common.ts";
import { conflict } from "./ur/conflict.ts";
import { dashboard } from "./ur/dashboard.ts";
import { documents } from "./ur/documents.ts";
import { expenses } from "./ur/expenses.ts";
import { generateReport } from "./ur/generate-report.ts";
import { house } from "./ur/house.ts";
import { importTexts } from "./ur/import.ts";
import { paymentReceipt } from "./ur/payment-receipt.ts";
import { plot } from "./ur/plot.ts";
import { rolePermissions } from "./ur/role-permissions.ts";
import { server } from "./ur/server.ts";
import { ui } from "./ur/ui.ts";
import { wall } from "./ur/wall.ts";

/** What the server says, apart: filled texts are recognised among these. */
export { server };

/** Every text of the portal in Urdu, by its English words. A text with `{gaps}` keeps them. */
export const ur = {
  ...common,
  ...ui,
  ...app,
  ...auth,
  ...dashboard,
  ...plot,
  ...rolePermissions,
  ...wall,
  ...paymentReceipt,
  ...expenses,
  ...ageing,
  ...generateReport,
  ...house,
  ...documents,
  ...commandPalette,
  ...conflict,
  ...importTexts,
  ...server,
} as const;
