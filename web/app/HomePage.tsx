import { lazy, Suspense } from "react";
import { useSession } from "../api/session.ts";
import { Dashboard } from "../features/dashboard/Dashboard.tsx";

const MyHouses = lazy(async () => ({ default: (await import("../features/house/MyHouses.tsx")).MyHouses }));

/** Where everybody begins: residents with their own houses, above the society's figures. */
export function HomePage() {
  const own = useSession()?.user.role.scope === "own";
  return (
    <Dashboard
      above={
        own && (
          <Suspense fallback={null}>
            <MyHouses />
          </Suspense>
        )
      }
    />
  );
}
