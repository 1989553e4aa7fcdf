import { useEffect, useMemo, useState } from "react";
import styled from "styled-components";
import { readRolePermissions } from "../../../shared/endpoints/role-permissions.ts";
import { action } from "../../../shared/resources/action.ts";
import { menuActionsMap } from "../../../shared/resources/menuactionsmap.ts";
import { menus } from "../../../shared/resources/menus.ts";
import { role } from "../../../shared/resources/role.ts";
import { rolePermissions } from "../../../shared/resources/role-permissions.ts";
import { users } from "../../../shared/resources/users.ts";
import { callEndpoint } from "../../api/request.ts";
import { useCan, useSession } from "../../api/session.ts";
import { sortMenus } from "../../domain/menuTree.ts";
import { useEvent } from "../../hooks/useEvent.ts";
import { useIsMobile } from "../../hooks/useIsMobile.ts";
import { useUrlState } from "../../hooks/useUrlState.ts";
import { t, translateMessage, translateName } from "../../i18n/t.ts";
import { describeError, useResource } from "../../live/useResource.ts";
import { Button } from "../../ui/button/Button.tsx";
import { Callout } from "../../ui/feedback/Callout.tsx";
import { EmptyState } from "../../ui/feedback/EmptyState.tsx";
import { FilterSelect } from "../../ui/form/FilterSelect.tsx";
import { SegmentedControl } from "../../ui/form/SegmentedControl.tsx";
import { HiddenHeading, TabContent } from "../../ui/layout/TabContent.tsx";
import { Toolbar } from "../../ui/layout/Toolbar.tsx";
import { Kbd } from "../../ui/text/Kbd.tsx";
import { typography } from "../../ui/theme/theme.ts";
import { PermissionCards, PermissionEditing, PermissionGrid } from "./PermissionGrid.tsx";
import {
  addRequiredViews,
  buildMenuGroups,
  formatAllowedSentence,
  type MenuActionPair,
  type MenuRow,
  type PermissionCell,
} from "./permissionMatrix.ts";
import { usePermissionDraft } from "./usePermissionDraft.ts";

/** More roles than this are chosen from a list. */
const maxSegments = 5;

/** What each role may do; edits are gathered and saved together. */
export function Permissions() {
  const lists = [useResource(menus), useResource(action), useResource(role)] as const;
  const [menuList, actionList, roleList] = lists;
  const permissions = useResource(rolePermissions);
  const session = useSession();
  const phone = useIsMobile();
  const maySeeUsers = useCan(users.guards.list.page);
  const [chosen, setChosen] = useUrlState("role", "");
  const { draft, changes, saving, setAllowed, discard, save } = usePermissionDraft(permissions.rows);
  const roles = roleList.rows;
  const shownRole = roles.find(({ RoleID }) => String(RoleID) === chosen) ?? roles[0];
  const RoleID = shownRole?.RoleID ?? 0;
  const ownRoleId = session?.user.role.RoleID ?? 0;
  const may = permissions.can.update;
  const revision = permissions.status === "ready" ? permissions.rows.length : undefined;
  const map = useMenuActionPairs({ roleId: RoleID, revision });

  const groups = useMemo(
    () =>
      buildMenuGroups({
        menus: sortMenus(menuList.rows),
        pairs: map.rows,
        permissions: permissions.rows,
        draft,
        RoleID,
        ownRoleId,
      }),
    [menuList.rows, map.rows, permissions.rows, draft, RoleID, ownRoleId],
  );
  const handleSet = useEvent((boxes: readonly PermissionCell[], allowed: boolean) =>
    setAllowed(allowed ? addRequiredViews(groups, boxes) : boxes, allowed),
  );
  const granting = useMemo(() => ({ canEdit: may, onSet: handleSet }), [may, handleSet]);
  const handleSpace = useEvent(({ cells }: MenuRow) => {
    const free = cells.filter(({ isLocked }) => !isLocked);
    handleSet(
      free,
      free.some(({ isAllowed }) => !isAllowed),
    );
  });

  const all = [...lists, map, permissions];
  const failed = all.find(({ status }) => status === "failed");
  const loading = failed === undefined && all.some(({ status }) => status === "loading");
  const boxes = groups.flatMap((group) => group.cells);
  const lit = boxes.find(({ rowId }) => permissions.getHighlight(rowId));
  const takesOwn = changes.some((pair) => pair.RoleID === ownRoleId && pair.IsAllowed === 0);
  const elsewhere = changes.filter((pair) => pair.RoleID !== RoleID).length;
  const parts = {
    loading,
    announce:
      lit &&
      t("{name} changed {record}", {
        name: translateName(permissions.getHighlight(lit.rowId)?.by ?? ""),
        record: lit.name,
      }),
    empty: (
      <EmptyState
        title={failed ? translateMessage(failed.error?.message ?? "Failed to load data") : t("No menus yet.")}
        text={failed ? undefined : t("Add menus and their actions first.")}
        action={failed && <Button onClick={handleAgain}>{t("Try again")}</Button>}
      />
    ),
    footer: loading ? t("Loading...") : <PermissionFooter cells={boxes} canUpdate={may} />,
  };

  function handleAgain() {
    for (const list of all) list.refetch();
  }

  function glowOf(some: readonly PermissionCell[]) {
    const highlight = some.map(({ rowId }) => permissions.getHighlight(rowId)).find(Boolean);
    return highlight && { highlight };
  }

  const options = roles.map((each) => ({ value: String(each.RoleID), label: translateName(each.RoleName) }));
  const Choice = roles.length > maxSegments ? FilterSelect : SegmentedControl;
  return (
    <TabContent aria-label={t("Permissions")}>
      <HiddenHeading>{t("Permissions")}</HiddenHeading>
      <Toolbar
        label={t("Role and changes")}
        end={
          may && (
            <>
              <span role="status">{changes.length > 0 && formatPendingCount(changes.length, elsewhere)}</span>
              {changes.length > 0 && <Button onClick={discard}>{t("Discard")}</Button>}
              <Button variant="primary" busy={saving} disabled={changes.length === 0} onClick={() => void save()}>
                {t("Save")}
              </Button>
            </>
          )
        }
      >
        <Choice label={t("Role")} value={String(RoleID)} options={options} onChange={setChosen} />
        {maySeeUsers && !phone && <RoleHolders roleId={RoleID} />}
      </Toolbar>
      {takesOwn && (
        <Callout tone="warn" title={t("These changes take rights from your own role.")}>
          {t("Where another role holds them too, only somebody with that role can give them back.")}
        </Callout>
      )}
      <PermissionEditing value={granting}>
        {phone ? (
          <PermissionCards groups={groups} rowState={(box) => glowOf([box])} {...parts} />
        ) : (
          <PermissionGrid
            groups={groups}
            actions={actionList.rows}
            rowState={(line) => glowOf(line.cells)}
            onSpace={may ? handleSpace : undefined}
            {...parts}
          />
        )}
      </PermissionEditing>
    </TabContent>
  );
}

function formatPendingCount(count: number, elsewhere: number): string {
  if (elsewhere > 0)
    return count === 1
      ? t("1 change to save, in another role")
      : t("{count} changes to save, {elsewhere} in other roles", { count, elsewhere });
  return count === 1 ? t("1 change to save") : t("{count} changes to save", { count });
}

const maxNames = 4;

/** Whom a change of this role reaches. */
function RoleHolders({ roleId }: { roleId: number }) {
  const { rows, status } = useResource(users);
  if (status !== "ready") return null;
  const names = rows.filter(({ RoleID, IsActive }) => RoleID === roleId && IsActive).map(({ FullName }) => FullName);
  return <HoldersText>{formatHolders(names)}</HoldersText>;
}

function formatHolders(people: readonly string[]): string {
  const count = people.length;
  const names = people.slice(0, maxNames).join(t(", "));
  if (count === 0) return t("Nobody holds this role");
  if (count === 1) return t("1 person holds this role: {names}", { names });
  if (count <= maxNames) return t("{count} people hold this role: {names}", { count, names });
  return t("{count} people hold this role: {names} and {more} more", { count, names, more: count - maxNames });
}

const HoldersText = styled.span`
  ${typography("meta")}
  color: ${({ theme }) => theme.color.textMuted};
  min-inline-size: 0;
  overflow: hidden;
  text-overflow: ellipsis;
`;

/** How much the role may do, what the marks mean, and the keys. */
function PermissionFooter({ cells, canUpdate }: { cells: readonly PermissionCell[]; canUpdate: boolean }) {
  return (
    <>
      <span>{formatAllowedSentence(cells)}</span>
      <DesktopOnly>{t("– does not exist for this page")}</DesktopOnly>
      {canUpdate && (
        <KeyHint aria-hidden="true">
          <Kbd>Space</Kbd> {t("whole row")}
        </KeyHint>
      )}
    </>
  );
}

const DesktopOnly = styled.span`
  ${({ theme }) => theme.mobile} {
    display: none;
  }
`;

const KeyHint = styled(DesktopOnly)`
  margin-inline-start: auto;
`;

interface MenuActionPairsInput {
  roleId: number;
  /** Another number when the pairs may have become others; undefined while that is not known. */
  revision: number | undefined;
}

interface MenuActionPairs {
  rows: readonly MenuActionPair[];
  status: "loading" | "ready" | "failed";
  error?: { message: string } | undefined;
  refetch: () => void;
}

/** Every pair of menu and action. Who may not follow the map itself reads the pairs with the grid of the role. */
function useMenuActionPairs({ roleId, revision }: MenuActionPairsInput): MenuActionPairs {
  const map = useResource(menuActionsMap);
  const mayFollow = useCan(menuActionsMap.guards.list.page);
  const [read, setRead] = useState<Omit<MenuActionPairs, "refetch">>(initialState);
  const [turn, setTurn] = useState(0);

  useEffect(() => {
    if (mayFollow || roleId === 0 || revision === undefined || turn < 0) return;
    const leaving = new AbortController();
    callEndpoint<{ data: MenuActionPair[] }>(readRolePermissions, {
      params: { RoleID: roleId },
      signal: leaving.signal,
    })
      .then(({ data }) => setRead({ rows: data, status: "ready" }))
      .catch((problem: unknown) => {
        if (!leaving.signal.aborted)
          setRead({ ...initialState, status: "failed", error: { message: describeError(problem) } });
      });
    return () => leaving.abort();
  }, [mayFollow, roleId, revision, turn]);

  if (mayFollow) return map;
  return { ...read, refetch: () => setTurn(turn + 1) };
}

const initialState: Omit<MenuActionPairs, "refetch"> = { rows: [], status: "loading" };
