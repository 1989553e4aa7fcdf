import { type ComponentType, lazy, type ReactElement, Suspense } from "react";
import { matchPath, type RouteObject, useLocation, useRoutes } from "react-router-dom";
import { Fallible } from "./Fallible.tsx";
import { FrameOrWall } from "./FrameOrWall.tsx";
import { Guarded } from "./Guarded.tsx";
import { Lost } from "./Lost.tsx";
import { PageSpinner } from "./PageSpinner.tsx";
import { PageSight } from "./Sight.tsx";

/** For who is not signed in, and pages without the menu beside them. */
const bare = {
  "/login": loaded(async () => (await import("./features/auth/Login.tsx")).Login),
  "/signup": loaded(async () => (await import("./features/auth/Signup.tsx")).Signup),
  "/forgot-password": loaded(async () => (await import("./features/auth/ForgotPassword.tsx")).ForgotPassword),
  "/reset-password": loaded(async () => (await import("./features/auth/ResetPassword.tsx")).ResetPassword),
  "/payment-plan-details-view": loaded(
    async () => (await import("./features/payment-plan/PlanDetails.tsx")).PlanDetails,
  ),
  "/wall/:key": loaded(async () => (await import("./features/wall/WallByKey.tsx")).WallByKey),
  "/unauthorized": loaded(async () => (await import("./features/auth/Unauthorized.tsx")).Unauthorized),
};

/** For who may view the page of that address. */
const guarded = {
  "/": loaded(async () => (await import("./Home.tsx")).Home),
  "/society-management": loaded(async () => (await import("./features/society/Society.tsx")).Society),
  "/payment-management": loaded(async () => (await import("./features/payments/Payments.tsx")).Payments),
  "/finance-management": loaded(async () => (await import("./features/finance/Finance.tsx")).Finance),
  "/system-management": loaded(async () => (await import("./features/system/System.tsx")).System),
  "/generate-report": loaded(async () => (await import("./features/report/Report.tsx")).Report),
};

const house = { "/house/:HouseNo": loaded(async () => (await import("./features/house/House.tsx")).House) };
const own = { "/account": loaded(async () => (await import("./features/account/Account.tsx")).Account) };

// A segment cannot be named in part, so the page itself looks for "test-" and is lost without it.
const other = { "/:page": loaded(async () => (await import("./features/selftest/SelfTest.tsx")).SelfTest) };

const frame = loaded(async () => (await import("./Frame.tsx")).Frame);
const framed = { ...guarded, ...house, ...own };

const routes: RouteObject[] = [
  ...routesOf(bare),
  {
    element: (
      <Guarded>
        <FrameOrWall frame={frame.element} />
      </Guarded>
    ),
    children: inSight(routesOf(guarded)),
  },
  {
    element: <Guarded page="/society-management?tab=plots">{frame.element}</Guarded>,
    children: inSight(routesOf(house)),
  },
  { element: <Guarded anyone>{frame.element}</Guarded>, children: routesOf(own) },
  ...routesOf(other),
  { path: "*", element: <Lost /> },
];

/** Every address of the portal; each page's code comes with its first visit. */
export function Pages() {
  const { key } = useLocation();
  return (
    <Fallible at={key}>
      <Suspense fallback={<PageSpinner />}>{useRoutes(routes)}</Suspense>
    </Fallible>
  );
}

/** Fetches the code for the address while it is not yet known who is asking. What cannot be fetched is told when it is shown. */
export function fetchPage(pathname: string): void {
  const pages = Object.entries<Loaded>({ ...bare, ...framed, ...other });
  const [path, page] = pages.find(([each]) => matchPath(each, pathname)) ?? [];
  page?.fetch();
  if (path !== undefined && path in framed) frame.fetch();
}

interface Loaded {
  element: ReactElement;
  fetch: () => void;
}

function loaded(load: () => Promise<ComponentType>): Loaded {
  const Page = lazy(async () => ({ default: await load() }));
  return { element: <Page />, fetch: () => void load().catch(() => undefined) };
}

function routesOf(pages: Readonly<Record<string, Loaded>>): RouteObject[] {
  return Object.entries(pages).map(([path, { element }]) => ({ path, element }));
}

function inSight(pages: readonly RouteObject[]): RouteObject[] {
  return pages.map(({ path, element }) => ({ path, element: <PageSight>{element}</PageSight> }));
}
