import { lazy, Suspense } from "react";
import { useSession } from "../api/session.ts";
import { Dashboard } from "../features/dashboard/Dashboard.tsx";

const MyHouses = lazy(async () => ({ default: (await import("../features/house/MyHouses.tsx")).MyHouses }));

/** The dashboard; residents see their own houses above it. */
export function HomePage() {
  const isResident = useSession()?.user.role.scope === "own";
  return (
    <Dashboard
      topContent={
        isResident && (
          <Suspense fallback={null}>
            <MyHouses />
          </Suspense>
        )
      }
    />
  );
}
