import type { ComponentType } from "react";

/** A screen whose code comes when it is asked for. */
export interface Screen {
  fetch: () => Promise<ComponentType>;
  /** Undefined until it has come. */
  come: () => ComponentType | undefined;
}

type Screens = Readonly<Record<string, Screen>>;

/** For who is not signed in, and pages without the menu beside them. */
export const bare = {
  "/login": screen(async () => (await import("./features/auth/Login.tsx")).Login),
  "/signup": screen(async () => (await import("./features/auth/Signup.tsx")).Signup),
  "/forgot-password": screen(async () => (await import("./features/auth/ForgotPassword.tsx")).ForgotPassword),
  "/reset-password": screen(async () => (await import("./features/auth/ResetPassword.tsx")).ResetPassword),
  "/payment-plan-details-view": screen(
    async () => (await import("./features/payment-plan/PlanDetails.tsx")).PlanDetails,
  ),
  "/wall/:key": screen(async () => (await import("./features/wall/WallByKey.tsx")).WallByKey),
  "/unauthorized": screen(async () => (await import("./features/auth/Unauthorized.tsx")).Unauthorized),
} satisfies Screens;

const tabPage = screen(async () => (await import("./TabPage.tsx")).TabPage);

/** For who may view the page of that address. */
export const guarded = {
  "/": screen(async () => (await import("./Home.tsx")).Home),
  "/society-management": tabPage,
  "/payment-management": tabPage,
  "/finance-management": tabPage,
  "/system-management": tabPage,
  "/generate-report": screen(async () => (await import("./features/report/Report.tsx")).Report),
} satisfies Screens;

export const house = {
  "/house/:HouseNo": screen(async () => (await import("./features/house/House.tsx")).House),
} satisfies Screens;
export const own = {
  "/account": screen(async () => (await import("./features/account/Account.tsx")).Account),
} satisfies Screens;

// A segment cannot be named in part, so the page itself looks for "test-" and is lost without it.
export const other = {
  "/:page": screen(async () => (await import("./features/selftest/SelfTest.tsx")).SelfTest),
} satisfies Screens;

/** What is around the pages of who is signed in. */
export const frame = screen(async () => (await import("./Frame.tsx")).Frame);

/** Fetches the code for an address, for somebody signed in or not. What cannot be fetched is told when it is shown. */
export async function fetchScreen(pathname: string, { signedIn }: { signedIn: boolean }): Promise<void> {
  const framed: Screens = { ...guarded, ...house, ...own };
  const screens: Screens = { ...bare, ...framed, ...other };
  const path = Object.keys(screens).find((each) => isAt(each, pathname));
  const isFramed = path !== undefined && path in framed;
  const needed = isFramed && !signedIn ? [bare["/login"]] : [screens[path ?? ""], isFramed ? frame : undefined];
  await Promise.allSettled(needed.map((each) => each?.fetch()));
}

function screen(load: () => Promise<ComponentType>): Screen {
  let come: ComponentType | undefined;
  async function fetch() {
    come = await load();
    return come;
  }
  return { fetch, come: () => come };
}

function isAt(path: string, pathname: string): boolean {
  const given = pathname.split("/");
  const parts = path.split("/");
  return parts.length === given.length && parts.every((part, at) => part.startsWith(":") || part === given[at]);
}
