import type { ComponentType } from "react";

/** A screen whose code comes when it is asked for. */
export interface PreloadableScreen {
  preload: () => Promise<ComponentType>;
  /** Undefined until it has come. */
  getLoaded: () => ComponentType | undefined;
}

type Screens = Readonly<Record<string, PreloadableScreen>>;

/** For who is not signed in, and pages without the menu beside them. */
export const publicScreens = {
  "/login": preloadable(async () => (await import("../features/auth/Login.tsx")).Login),
  "/signup": preloadable(async () => (await import("../features/auth/Signup.tsx")).Signup),
  "/forgot-password": preloadable(async () => (await import("../features/auth/ForgotPassword.tsx")).ForgotPassword),
  "/reset-password": preloadable(async () => (await import("../features/auth/ResetPassword.tsx")).ResetPassword),
  "/payment-plan-details-view": preloadable(
    async () => (await import("../features/payment-plan/PaymentPlanPage.tsx")).PaymentPlanPage,
  ),
  "/wall/:key": preloadable(async () => (await import("../features/wall/DisplayWall.tsx")).DisplayWall),
  "/unauthorized": preloadable(async () => (await import("./Unauthorized.tsx")).Unauthorized),
} satisfies Screens;

const tabPage = preloadable(async () => (await import("./TabPage.tsx")).TabPage);

/** For who may view the page of that address. */
export const pageScreens = {
  "/": preloadable(async () => (await import("./HomePage.tsx")).HomePage),
  "/society-management": tabPage,
  "/payment-management": tabPage,
  "/finance-management": tabPage,
  "/system-management": tabPage,
  "/generate-report": preloadable(
    async () => (await import("../features/generate-report/GenerateReport.tsx")).GenerateReport,
  ),
} satisfies Screens;

export const houseScreens = {
  "/house/:HouseNo": preloadable(async () => (await import("../features/house/HousePage.tsx")).HousePage),
} satisfies Screens;
export const accountScreens = {
  "/account": preloadable(async () => (await import("../features/account/Account.tsx")).Account),
} satisfies Screens;

// A segment cannot be named in part, so the page itself looks for "test-" and is lost without it.
export const fallbackScreens = {
  "/:page": preloadable(async () => (await import("./SelfTestRoute.tsx")).SelfTestRoute),
} satisfies Screens;

/** What is around the pages of who is signed in. */
export const layoutScreen = preloadable(async () => (await import("./layout/AppLayout.tsx")).AppLayout);

/** Fetches the code for an address, for somebody signed in or not. What cannot be fetched is told when it is shown. */
export async function preloadScreen(pathname: string, { signedIn }: { signedIn: boolean }): Promise<void> {
  const framed: Screens = { ...pageScreens, ...houseScreens, ...accountScreens };
  const screens: Screens = { ...publicScreens, ...framed, ...fallbackScreens };
  const path = Object.keys(screens).find((each) => matchesPath(each, pathname));
  const isFramed = path !== undefined && path in framed;
  const needed =
    isFramed && !signedIn ? [publicScreens["/login"]] : [screens[path ?? ""], isFramed ? layoutScreen : undefined];
  await Promise.allSettled(needed.map((each) => each?.preload()));
}

function preloadable(load: () => Promise<ComponentType>): PreloadableScreen {
  let come: ComponentType | undefined;
  async function preload() {
    come = await load();
    return come;
  }
  return { preload, getLoaded: () => come };
}

function matchesPath(path: string, pathname: string): boolean {
  const given = pathname.split("/");
  const parts = path.split("/");
  return parts.length === given.length && parts.every((part, at) => part.startsWith(":") || part === given[at]);
}
