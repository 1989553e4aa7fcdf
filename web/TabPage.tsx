import { type ComponentType, type ReactNode, Suspense, useContext, useState } from "react";
import { Navigate, useLocation, useSearchParams } from "react-router-dom";
import styled from "styled-components";
import { can } from "../shared/permissions.ts";
import { sayName } from "./lib/language.ts";
import { useSession } from "./lib/session.ts";
import { PageSpinner } from "./PageSpinner.tsx";
import { Forbidden } from "./ui/Forbidden.tsx";
import { Page } from "./ui/Page.tsx";
import { ActionPlace } from "./ui/PageAction.tsx";
import { Tabs } from "./ui/Tabs.tsx";
import { useWalkIntoTable } from "./useWalkIntoTable.ts";

interface TabPageProps {
  title: string;
  subtitle?: ReactNode;
  /** What each tab shows, by the `tab` of its address. */
  screens: Readonly<Record<string, ComponentType>>;
}

/** A page whose tabs are the entries below it in the person's menu; the open one stands in the address. */
export function TabPage({ title, subtitle, screens }: TabPageProps) {
  const session = useSession();
  const { pathname } = useLocation();
  const [params] = useSearchParams();
  useWalkIntoTable();
  if (!session) return <PageSpinner />;
  const entry = session.menus.find(({ Path }) => Path === pathname);
  const items = (entry?.SubItems ?? []).flatMap(({ Path, Title }) => {
    const key = tabOf(Path);
    return key !== null && key in screens ? [{ key, label: sayName(Title), to: Path }] : [];
  });
  const active = params.get("tab");
  const [first] = items;
  if ((active === null || active === "houses") && first) return <Navigate to={first.to} replace />;
  const Screen = active === null ? undefined : screens[active];
  const allowed = can(session, { page: `${pathname}?tab=${active}`, flag: "CanView" });
  return (
    <Page title={sayName(title)} subtitle={subtitle} fill tabs={<Tabs items={items} active={active ?? ""} />}>
      {Screen ? <TabScreen key={active} screen={Screen} allowed={allowed} /> : <Forbidden />}
    </Page>
  );
}

/** A tab taken from somebody who has it open goes out of sight, not away: what they are typing in its dialog is not lost. */
function TabScreen({ screen: Screen, allowed }: { screen: ComponentType; allowed: boolean }) {
  const [seen, setSeen] = useState(allowed);
  const place = useContext(ActionPlace);
  if (allowed && !seen) setSeen(true);
  return (
    <>
      {!allowed && <Forbidden />}
      {seen && (
        <Sight hidden={!allowed}>
          <ActionPlace value={allowed ? place : null}>
            <Suspense fallback={<PageSpinner />}>
              <Screen />
            </Suspense>
          </ActionPlace>
        </Sight>
      )}
    </>
  );
}

const Sight = styled.div`
  display: contents;

  &[hidden] {
    display: none;
  }
`;

function tabOf(path: string): string | null {
  return new URLSearchParams(path.split("?")[1] ?? "").get("tab");
}
