import { ageing } from "./ageing.ts";
import { auth } from "./auth.ts";
import { common } from "./common.ts";
import { conflict } from "./conflict.ts";
import { dashboard } from "./dashboard.ts";
import { finance } from "./finance.ts";
import { house } from "./house.ts";
import { imports } from "./imports.ts";
import { kit } from "./kit.ts";
import { palette } from "./palette.ts";
import { paper } from "./paper.ts";
import { payments } from "./payments.ts";
import { report } from "./report.ts";
import { server } from "./server.ts";
import { shell } from "./shell.ts";
import { society } from "./society.ts";
import { system } from "./system.ts";
import { wall } from "./wall.ts";

/** What the server says, apart: filled texts are recognised among these. */
export { server };

/** Every text of the portal in Urdu, by its English words. A text with `{gaps}` keeps them. */
export const urdu = {
  ...common,
  ...kit,
  ...shell,
  ...auth,
  ...dashboard,
  ...society,
  ...system,
  ...wall,
  ...payments,
  ...finance,
  ...ageing,
  ...report,
  ...house,
  ...paper,
  ...palette,
  ...conflict,
  ...imports,
  ...server,
} as const;
