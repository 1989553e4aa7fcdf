import { Suspense } from "react";
import { type RouteObject, useLocation, useRoutes } from "react-router-dom";
import { ErrorBoundary } from "./ErrorBoundary.tsx";
import { HidePageIfRevoked } from "./HideIfRevoked.tsx";
import { LayoutOrWall } from "./LayoutOrWall.tsx";
import { NotFoundPage } from "./NotFoundPage.tsx";
import { PageSpinner } from "./PageSpinner.tsx";
import { preloadableLazy } from "./preloadableLazy.tsx";
import { RequireAccess } from "./RequireAccess.tsx";
import {
  accountScreens,
  fallbackScreens,
  houseScreens,
  layoutScreen,
  type PreloadableScreen,
  pageScreens,
  publicScreens,
} from "./screens.ts";

const Layout = preloadableLazy(layoutScreen);

const routes: RouteObject[] = [
  ...toRoutes(publicScreens),
  {
    element: (
      <RequireAccess>
        <LayoutOrWall layout={<Layout />} />
      </RequireAccess>
    ),
    children: hideIfRevoked(toRoutes(pageScreens)),
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
    children: toRoutes(accountScreens),
  },
  ...toRoutes(fallbackScreens),
  { path: "*", element: <NotFoundPage /> },
];

/** Every address of the portal; each page's code comes with its first visit. */
export function AppRoutes() {
  const { key } = useLocation();
  return (
    <ErrorBoundary resetKey={key}>
      <Suspense fallback={<PageSpinner />}>{useRoutes(routes)}</Suspense>
    </ErrorBoundary>
  );
}

function toRoutes(screens: Readonly<Record<string, PreloadableScreen>>): RouteObject[] {
  return Object.entries(screens).map(([path, screen]) => {
    const Page = preloadableLazy(screen);
    return { path, element: <Page /> };
  });
}

function hideIfRevoked(pages: readonly RouteObject[]): RouteObject[] {
  return pages.map(({ path, element }) => ({ path, element: <HidePageIfRevoked>{element}</HidePageIfRevoked> }));
}
