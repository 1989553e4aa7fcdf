import { type ComponentType, Suspense, useContext, useState } from "react";
import { Navigate, useLocation, useSearchParams } from "react-router-dom";
import { pages } from "../shared/pages.ts";
import { can } from "../shared/permissions.ts";
import { sayName } from "./lib/language.ts";
import { PageWithdrawn } from "./lib/pageWithdrawn.ts";
import { useSession } from "./lib/session.ts";
import { PageSpinner } from "./PageSpinner.tsx";
import { Sight } from "./Sight.tsx";
import { tabs } from "./tabs.ts";
import { Forbidden } from "./ui/Forbidden.tsx";
import { Page } from "./ui/Page.tsx";
import { ActionPlace } from "./ui/PageAction.tsx";
import { Tabs } from "./ui/Tabs.tsx";
import { useWalkIntoTable } from "./useWalkIntoTable.ts";

/** A page whose tabs are the entries below it in the person's menu; the open one stands in the address. */
export function TabPage() {
  const session = useSession();
  const { pathname } = useLocation();
  const [params] = useSearchParams();
  useWalkIntoTable();
  if (!session) return <PageSpinner />;
  const entry = session.menus.find(({ Path }) => Path === pathname);
  const items = (entry?.SubItems ?? []).flatMap(({ Path, Title }) => {
    const [page, key] = Path.split("?tab=");
    return page === pathname && key !== undefined && Path in tabs ? [{ key, label: sayName(Title), to: Path }] : [];
  });
  const active = params.get("tab");
  const [first] = items;
  if ((active === null || active === "houses") && first) return <Navigate to={first.to} replace />;
  const path = `${pathname}?tab=${active}`;
  const Screen = tabs[path];
  const title = sayName(pages.find((page) => page.path === pathname)?.title ?? "");
  return (
    <Page title={title} fill tabs={<Tabs items={items} active={active ?? ""} />}>
      {Screen ? (
        <TabScreen key={path} screen={Screen} allowed={can(session, { page: path, flag: "CanView" })} />
      ) : (
        <Forbidden />
      )}
    </Page>
  );
}

/** A tab taken from somebody who has it open goes out of sight, not away: what they are typing in its dialog is not lost. */
function TabScreen({ screen: Screen, allowed }: { screen: ComponentType; allowed: boolean }) {
  const [seen, setSeen] = useState(allowed);
  const place = useContext(ActionPlace);
  const pageGone = useContext(PageWithdrawn);
  if (allowed && !seen) setSeen(true);
  if (!seen) return <Forbidden />;
  return (
    <Sight withdrawn={!allowed}>
      <ActionPlace value={allowed ? place : null}>
        <PageWithdrawn value={pageGone || !allowed}>
          <Suspense fallback={<PageSpinner />}>
            <Screen />
          </Suspense>
        </PageWithdrawn>
      </ActionPlace>
    </Sight>
  );
}
