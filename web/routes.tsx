import { Suspense } from "react";
import { type RouteObject, useLocation, useRoutes } from "react-router-dom";
import { Fallible } from "./Fallible.tsx";
import { FrameOrWall } from "./FrameOrWall.tsx";
import { Guarded } from "./Guarded.tsx";
import { Lost } from "./Lost.tsx";
import { late } from "./late.tsx";
import { PageSpinner } from "./PageSpinner.tsx";
import { PageSight } from "./Sight.tsx";
import { bare, frame, guarded, house, other, own, type Screen } from "./screens.ts";

const Frame = late(frame);

const routes: RouteObject[] = [
  ...routesOf(bare),
  {
    element: (
      <Guarded>
        <FrameOrWall frame={<Frame />} />
      </Guarded>
    ),
    children: inSight(routesOf(guarded)),
  },
  {
    element: (
      <Guarded page="/society-management?tab=plots">
        <Frame />
      </Guarded>
    ),
    children: inSight(routesOf(house)),
  },
  {
    element: (
      <Guarded anyone>
        <Frame />
      </Guarded>
    ),
    children: routesOf(own),
  },
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

function routesOf(screens: Readonly<Record<string, Screen>>): RouteObject[] {
  return Object.entries(screens).map(([path, screen]) => {
    const Page = late(screen);
    return { path, element: <Page /> };
  });
}

function inSight(pages: readonly RouteObject[]): RouteObject[] {
  return pages.map(({ path, element }) => ({ path, element: <PageSight>{element}</PageSight> }));
}
