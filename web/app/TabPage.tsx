import { type ComponentType, Suspense, useContext, useState } from "react";
import { Navigate, useLocation, useSearchParams } from "react-router-dom";
import { pages } from "../../shared/pages.ts";
import { can } from "../../shared/permissions.ts";
import { PageRevokedContext } from "../api/pageRevoked.ts";
import { useSession } from "../api/session.ts";
import { translateName } from "../i18n/t.ts";
import { Page, PageActionSlot } from "../ui/layout/Page.tsx";
import { Tabs } from "../ui/layout/Tabs.tsx";
import { ForbiddenMessage } from "./ForbiddenMessage.tsx";
import { HideIfRevoked } from "./HideIfRevoked.tsx";
import { PageSpinner } from "./PageSpinner.tsx";
import { tabs } from "./tabs.ts";
import { useFocusTableOnArrowKey } from "./useFocusTableOnArrowKey.ts";

/** A page whose tabs are the entries below it in the person's menu; the open one stands in the address. */
export function TabPage() {
  const session = useSession();
  const { pathname } = useLocation();
  const [params] = useSearchParams();
  useFocusTableOnArrowKey();
  if (!session) return <PageSpinner />;
  const entry = session.menus.find(({ Path }) => Path === pathname);
  const items = (entry?.SubItems ?? []).flatMap(({ Path, Title }) => {
    const [page, key] = Path.split("?tab=");
    return page === pathname && key !== undefined && Path in tabs
      ? [{ key, label: translateName(Title), to: Path }]
      : [];
  });
  const active = params.get("tab");
  const [first] = items;
  if ((active === null || active === "houses") && first) return <Navigate to={first.to} replace />;
  const path = `${pathname}?tab=${active}`;
  const Screen = tabs[path];
  const title = translateName(pages.find((page) => page.path === pathname)?.title ?? "");
  return (
    <Page title={title} fillHeight tabs={<Tabs items={items} active={active ?? ""} />}>
      {Screen ? (
        <RevocableTab key={path} screen={Screen} allowed={can(session, { page: path, flag: "CanView" })} />
      ) : (
        <ForbiddenMessage />
      )}
    </Page>
  );
}

/** A tab taken from somebody who has it open goes out of sight, not away: what they are typing in its dialog is not lost. */
function RevocableTab({ screen: Screen, allowed }: { screen: ComponentType; allowed: boolean }) {
  const [seen, setSeen] = useState(allowed);
  const place = useContext(PageActionSlot);
  const pageGone = useContext(PageRevokedContext);
  if (allowed && !seen) setSeen(true);
  if (!seen) return <ForbiddenMessage />;
  return (
    <HideIfRevoked revoked={!allowed}>
      <PageActionSlot value={allowed ? place : null}>
        <PageRevokedContext value={pageGone || !allowed}>
          <Suspense fallback={<PageSpinner />}>
            <Screen />
          </Suspense>
        </PageRevokedContext>
      </PageActionSlot>
    </HideIfRevoked>
  );
}
