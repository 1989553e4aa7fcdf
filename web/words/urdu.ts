import { ageing } from "./ageing.ts";
import { auth } from "./auth.ts";
import { common } from "./common.ts";
import { conflict } from "./conflict.ts";
import { dashboard } from "./dashboard.ts";
import { expenses } from "./finance.ts";
import { house } from "./house.ts";
import { importTexts } from "./imports.ts";
import { ui } from "./kit.ts";
import { commandPalette } from "./palette.ts";
import { documents } from "./paper.ts";
import { paymentReceipt } from "./payments.ts";
import { generateReport } from "./report.ts";
import { server } from "./server.ts";
import { app } from "./shell.ts";
import { plot } from "./society.ts";
import { rolePermissions } from "./system.ts";
import { wall } from "./wall.ts";

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
