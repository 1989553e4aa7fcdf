import { type ComponentType, lazy, Suspense, useContext, useState } from "react";
import { Navigate, useLocation, useSearchParams } from "react-router-dom";
import { pages } from "../../shared/pages.ts";
import { can } from "../../shared/permissions.ts";
import { PageRevokedContext, useSession } from "../api/session.ts";
import { ForbiddenMessage } from "../domain/ForbiddenMessage.tsx";
import { importScreen } from "../hooks/importWithRetry.ts";
import { useWindowEvent } from "../hooks/useWindowEvent.ts";
import { translateName } from "../i18n/t.ts";
// Loaded together with the page, so that its icons are not shown later than its text.
import "../ui/icon/lazyIcons.ts";
import { Page, PageActionSlot } from "../ui/layout/Page.tsx";
import { Tabs } from "../ui/layout/Tabs.tsx";
import { PageSpinner } from "./PageSpinner.tsx";
import { HideIfRevoked } from "./RequireAccess.tsx";

type ScreenModule = Readonly<Record<string, ComponentType>>;

/** Loads the module of each screen by its path. Only screens may match: every match becomes a chunk of its own. */
const screenModules = import.meta.glob<ScreenModule>("../features/*/*Screen.tsx");

/** The screen of each tab by the path of its page. Its code is loaded on its first visit. */
const tabScreens: Readonly<Record<string, ComponentType>> = Object.fromEntries(
  pages.flatMap(({ path, screen }) => (screen === undefined ? [] : [[path, createLazyScreen(screen)]])),
);

/** A page with tabs, which are the submenu of the page in the user's menu. The address names the open tab: `?tab=`. */
export function TabPage() {
  const session = useSession();
  const { pathname } = useLocation();
  const [params] = useSearchParams();
  useFocusTableOnArrowKey();
  if (!session) return <PageSpinner />;
  const subItems = session.menus.filter(({ Path }) => Path === pathname).flatMap(({ SubItems }) => SubItems);
  const items = subItems.flatMap(({ Path, Title }, index) => {
    const [page, key] = Path.split("?tab=");
    // A page can have several menus. The first one gives the title of its tab.
    const isFirst = subItems.findIndex((item) => item.Path === Path) === index;
    return page === pathname && key !== undefined && Path in tabScreens && isFirst
      ? [{ key, label: translateName(Title), to: Path }]
      : [];
  });
  const activeKey = params.get("tab");
  const [firstTab] = items;
  // "houses" is the default tab of the specification; it stands for the first tab of the user's menu.
  if ((activeKey === null || activeKey === "houses") && firstTab) return <Navigate to={firstTab.to} replace />;
  const path = `${pathname}?tab=${activeKey}`;
  const Screen = tabScreens[path];
  // The breadcrumbs name the page, so the heading names the open tab.
  const pageTitle = translateName(pages.find((page) => page.path === pathname)?.title ?? "");
  const title = items.find(({ key }) => key === activeKey)?.label ?? pageTitle;
  return (
    <Page title={title} fillHeight tabs={<Tabs items={items} active={activeKey ?? ""} />}>
      {Screen ? (
        <RevocableTab key={path} screen={Screen} allowed={can(session, { page: path, flag: "CanView" })} />
      ) : (
        <ForbiddenMessage />
      )}
    </Page>
  );
}

/**
 * Loads a screen when it is first rendered. `screen` is its file relative to web/features, without .tsx
 * ("plot/PlotsScreen"), which exports the component under the name of the file.
 */
function createLazyScreen(screen: string): ComponentType {
  return lazy(async () => {
    const load = screenModules[`../features/${screen}.tsx`];
    const module = load && (await importScreen(load));
    const component = module?.[screen.split("/").at(-1) ?? ""];
    if (!component) throw new Error(`web/features/${screen}.tsx exports no such screen`);
    return { default: component };
  });
}

/** A tab that the user may lose the right to view while it is open. */
function RevocableTab({ screen: Screen, allowed }: { screen: ComponentType; allowed: boolean }) {
  const [wasAllowed, setWasAllowed] = useState(allowed);
  const actionSlot = useContext(PageActionSlot);
  const isPageRevoked = useContext(PageRevokedContext);
  if (allowed && !wasAllowed) setWasAllowed(true);
  if (!wasAllowed) return <ForbiddenMessage />;
  return (
    <HideIfRevoked revoked={!allowed}>
      <PageActionSlot value={allowed ? actionSlot : null}>
        <PageRevokedContext value={isPageRevoked || !allowed}>
          <Suspense fallback={<PageSpinner />}>
            <Screen />
          </Suspense>
        </PageRevokedContext>
      </PageActionSlot>
    </HideIfRevoked>
  );
}

/** Arrow keys focus the page's table when the focus is on no control. */
function useFocusTableOnArrowKey(): void {
  useWindowEvent("keydown", (event) => {
    if (event.key !== "ArrowDown" && event.key !== "ArrowUp") return;
    if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    if (event.target !== document.body && event.target !== document.querySelector("main")) return;
    const table = document.querySelector<HTMLElement>("main [role=grid], main [role=treegrid]");
    if (!table) return;
    event.preventDefault();
    table.focus({ preventScroll: true });
  });
}
