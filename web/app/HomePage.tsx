import { Suspense } from "react";
import { useSession } from "../api/session.ts";
import { useSocietySetup } from "../api/societySetup.ts";
import { Dashboard } from "../features/dashboard/Dashboard.tsx";
import { lazyScreen } from "../hooks/lazyPart.ts";

const MyHouses = lazyScreen(async () => (await import("../features/house/MyHouses.tsx")).MyHouses);
const SocietySetup = lazyScreen(async () => (await import("../features/society/SocietySetup.tsx")).SocietySetup);

/**
 * The dashboard; residents see their own houses above it. On a new portal, a user who may change the society gets the
 * form for its name instead.
 */
export function HomePage() {
  const setup = useSocietySetup();
  const isResident = useSession()?.user.role.scope === "own";
  if (setup.isNeeded)
    return (
      <Suspense fallback={null}>
        <SocietySetup onPostpone={setup.postpone} />
      </Suspense>
    );
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
