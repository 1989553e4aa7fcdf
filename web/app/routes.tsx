import { type ComponentType, lazy, type ReactNode, Suspense, useState } from "react";
import { Outlet, type RouteObject, useLocation, useRoutes } from "react-router-dom";
import { useSession } from "../api/session.ts";
import { lazyScreen } from "../hooks/lazyPart.ts";
import { ErrorBoundary, ErrorPage, NotFoundPage, UnattendedErrorPage } from "./ErrorPages.tsx";
import { PageSpinner } from "./PageSpinner.tsx";
import { AwaitSession, HidePageIfRevoked, RequireAccess } from "./RequireAccess.tsx";
import {
  accessDeniedScreens,
  fallbackScreens,
  houseScreens,
  layoutScreen,
  ownAccountScreens,
  type PreloadableScreen,
  permissionScreens,
  publicScreens,
  wallDisplayScreens,
} from "./screens.ts";

/** Public pages that differ for a signed-in user, so they wait until the session is known. */
const pathsAwaitingSession = new Set(["/login", "/payment-plan-details-view"]);
const Layout = preloadableLazy(layoutScreen);
const SignedInDisplay = lazyScreen(
  async () => (await import("../features/display/SignedInDisplay.tsx")).SignedInDisplay,
);

const routes: RouteObject[] = [
  ...toRoutes(publicScreens).map((route) =>
    pathsAwaitingSession.has(route.path) ? { ...route, element: <AwaitSession>{route.element}</AwaitSession> } : route,
  ),
  ...toRoutes(wallDisplayScreens).map((route) => ({
    ...route,
    element: <UnattendedErrorBoundary>{route.element}</UnattendedErrorBoundary>,
  })),
  {
    element: (
      <RequireAccess>
        <LayoutOrDisplay />
      </RequireAccess>
    ),
    children: hideIfRevoked(toRoutes(permissionScreens)),
  },
  {
    element: (
      <RequireAccess page="/society-management?tab=plots">
        <Layout />
      </RequireAccess>
    ),
    children: hideIfRevoked(toRoutes(houseScreens)),
  },
  {
    element: (
      <RequireAccess anyUser>
        <Layout />
      </RequireAccess>
    ),
    children: toRoutes(ownAccountScreens),
  },
  { element: <LayoutUnlessSelfTest />, children: toRoutes(fallbackScreens) },
  {
    element: (
      <AwaitSession>
        <LayoutIfSignedIn />
      </AwaitSession>
    ),
    children: [...toRoutes(accessDeniedScreens), { path: "*", element: <NotFoundPage /> }],
  },
];

/** Renders the page of the address; the code of each page is loaded on the first visit. */
export function AppRoutes() {
  const { key } = useLocation();
  return (
    <ErrorBoundary
      resetKey={key}
      errorPage={
        <main>
          <ErrorPage />
        </main>
      }
    >
      <Suspense fallback={<PageSpinner />}>{useRoutes(routes)}</Suspense>
    </ErrorBoundary>
  );
}

/**
 * For addresses of one segment that no other route matches: `/test-…` is a self-test without layout; any other shows the
 * not-found page within the layout.
 */
function LayoutUnlessSelfTest() {
  const { pathname } = useLocation();
  if (pathname.startsWith("/test-")) return <Outlet />;
  return (
    <AwaitSession>
      <LayoutIfSignedIn />
    </AwaitSession>
  );
}

/** The layout, so that a user can go on from a page that does not exist or may not be seen. */
function LayoutIfSignedIn() {
  return useSession() ? (
    <Layout />
  ) : (
    <main>
      <Outlet />
    </main>
  );
}

/** The layout with its page; at `/?display=wall` only the wall display. */
function LayoutOrDisplay() {
  const { pathname, search } = useLocation();
  const isDisplay = pathname === "/" && new URLSearchParams(search).get("display") === "wall";
  if (!isDisplay) return <Layout />;
  return (
    <UnattendedErrorBoundary>
      <SignedInDisplay />
    </UnattendedErrorBoundary>
  );
}

/** For a wall display, which nobody attends: after a failure it reloads as soon as the portal can be reached. */
function UnattendedErrorBoundary({ children }: { children: ReactNode }) {
  const { key } = useLocation();
  return (
    <ErrorBoundary resetKey={key} errorPage={<UnattendedErrorPage />}>
      {children}
    </ErrorBoundary>
  );
}

function toRoutes(screens: Readonly<Record<string, PreloadableScreen>>): { path: string; element: ReactNode }[] {
  return Object.entries(screens).map(([path, screen]) => {
    const Page = preloadableLazy(screen);
    return { path, element: <Page /> };
  });
}

function hideIfRevoked(pages: readonly { path: string; element: ReactNode }[]): RouteObject[] {
  return pages.map(({ path, element }) => ({ path, element: <HidePageIfRevoked>{element}</HidePageIfRevoked> }));
}

/** Renders a loaded screen at once, where React.lazy would suspend; loads it otherwise. */
function preloadableLazy({ preload, getLoaded }: PreloadableScreen): ComponentType {
  const Lazy = lazy(async () => ({ default: await preload() }));
  return function Preloadable() {
    // Chosen on mount: changing the component later would remount the screen.
    const [Screen] = useState<ComponentType>(() => getLoaded() ?? Lazy);
    return <Screen />;
  };
}
