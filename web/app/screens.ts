import type { ComponentType } from "react";
import { importScreen } from "../hooks/importWithRetry.ts";

/** A screen whose code is loaded on demand. */
export interface PreloadableScreen {
  preload: () => Promise<ComponentType>;
  /** Undefined until the code is loaded. */
  getLoaded: () => ComponentType | undefined;
}

type Screens = Readonly<Record<string, PreloadableScreen>>;

/** Pages without the layout that open for everybody. Each checks by itself what a user may see. */
export const publicScreens = {
  "/login": preloadable(async () => (await import("../features/auth/Login.tsx")).Login),
  "/signup": preloadable(async () => (await import("../features/auth/Signup.tsx")).Signup),
  "/forgot-password": preloadable(async () => (await import("../features/auth/ForgotPassword.tsx")).ForgotPassword),
  "/reset-password": preloadable(async () => (await import("../features/auth/ResetPassword.tsx")).ResetPassword),
  "/verify-email": preloadable(async () => (await import("../features/auth/VerifyEmail.tsx")).VerifyEmail),
  "/check": preloadable(async () => (await import("../features/check/CheckPage.tsx")).CheckPage),
  "/payment-plan-details-view": preloadable(
    async () => (await import("../features/payment-plan/PaymentPlanPage.tsx")).PaymentPlanPage,
  ),
} satisfies Screens;

/** The wall display, as the link of a display opens it. */
export const wallDisplayScreens = {
  "/wall/:key": preloadable(async () => (await import("../features/display/LinkedDisplay.tsx")).LinkedDisplay),
} satisfies Screens;

/** Shown when access is denied; inside the layout if somebody is signed in. */
export const accessDeniedScreens = {
  "/unauthorized": preloadable(async () => (await import("./AccessDeniedPage.tsx")).AccessDeniedPage),
} satisfies Screens;

const tabPage = preloadable(async () => (await import("./TabPage.tsx")).TabPage);

/** Pages in the layout that need the permission to view their path. */
export const permissionScreens = {
  "/": preloadable(async () => (await import("./HomePage.tsx")).HomePage),
  "/society-management": tabPage,
  "/payment-management": tabPage,
  "/finance-management": tabPage,
  "/system-management": tabPage,
  "/counter": preloadable(async () => (await import("../features/counter/Counter.tsx")).Counter),
  "/generate-report": preloadable(
    async () => (await import("../features/generate-report/GenerateReport.tsx")).GenerateReport,
  ),
} satisfies Screens;

/** The page of one house, for users who may view the plots. */
export const houseScreens = {
  "/house/:HouseNo": preloadable(async () => (await import("../features/house/HousePage.tsx")).HousePage),
} satisfies Screens;

/** The guide and the user's own account, for every signed-in user. */
export const ownAccountScreens = {
  "/guide": preloadable(async () => (await import("../features/guide/GuidePage.tsx")).GuidePage),
  "/account": preloadable(async () => (await import("../features/me/MyAccount.tsx")).MyAccount),
} satisfies Screens;

/**
 * The self-tests, at `/test-<name>`. A route cannot match a part of a segment, so this one matches every address of one
 * segment that no other route matches, and the screen checks for "test-".
 */
export const fallbackScreens = {
  "/:page": preloadable(async () => (await import("./SelfTestRoute.tsx")).SelfTestRoute),
} satisfies Screens;

/** The layout around the pages of a signed-in user. */
export const layoutScreen = preloadable(async () => (await import("./layout/AppLayout.tsx")).AppLayout);

/** Loads the code for an address. Errors are ignored: they show when the screen renders. */
export async function preloadScreen(pathname: string, { isSignedIn }: { isSignedIn: boolean }): Promise<void> {
  const screensWithLayout: Screens = { ...permissionScreens, ...houseScreens, ...ownAccountScreens };
  const screens: Screens = {
    ...publicScreens,
    ...wallDisplayScreens,
    ...screensWithLayout,
    ...accessDeniedScreens,
    ...fallbackScreens,
  };
  const path = Object.keys(screens).find((screenPath) => matchesPath(screenPath, pathname));
  const hasLayout = path !== undefined && path in screensWithLayout;
  const neededScreens =
    hasLayout && !isSignedIn ? [publicScreens["/login"]] : [screens[path ?? ""], hasLayout ? layoutScreen : undefined];
  await Promise.allSettled(neededScreens.map((screen) => screen?.preload()));
}

function preloadable(load: () => Promise<ComponentType>): PreloadableScreen {
  let loaded: ComponentType | undefined;
  async function preload() {
    loaded = await importScreen(load);
    return loaded;
  }
  return { preload, getLoaded: () => loaded };
}

/** Whether the address matches the path of a route, in which ":name" stands for any segment. */
function matchesPath(path: string, pathname: string): boolean {
  const segments = pathname.split("/");
  const parts = path.split("/");
  return (
    parts.length === segments.length && parts.every((part, index) => part.startsWith(":") || part === segments[index])
  );
}
