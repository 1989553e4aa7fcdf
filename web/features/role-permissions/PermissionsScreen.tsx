import { useMemo } from "react";
import styled from "styled-components";
import { readRolePermissions } from "../../../shared/endpoints/role-permissions.ts";
import { action } from "../../../shared/resources/action.ts";
import { menuActionsMap } from "../../../shared/resources/menuactionsmap.ts";
import { menus } from "../../../shared/resources/menus.ts";
import { role } from "../../../shared/resources/role.ts";
import { rolePermissions } from "../../../shared/resources/role-permissions.ts";
import { users } from "../../../shared/resources/users.ts";
import { useCanList, useSession } from "../../api/session.ts";
import { sortMenus } from "../../domain/menuTree.ts";
import { useEvent } from "../../hooks/useEvent.ts";
import { useIsMobile } from "../../hooks/useIsMobile.ts";
import { useUrlState } from "../../hooks/useUrlState.ts";
import { plural, t, translateName } from "../../i18n/t.ts";
import { useLiveRequest } from "../../live/useLiveRequest.ts";
import { useResource } from "../../live/useResource.ts";
import { FailedRequest } from "../../resource/FailedRequest.tsx";
import { StaleDataNotice } from "../../resource/StaleDataNotice.tsx";
import { Button } from "../../ui/button/Button.tsx";
import { Callout } from "../../ui/feedback/Callout.tsx";
import { EmptyState } from "../../ui/feedback/EmptyState.tsx";
import { FilterSelect, SegmentedControl } from "../../ui/form/FilterControls.tsx";
import { TabContent } from "../../ui/layout/Page.tsx";
import { Toolbar } from "../../ui/layout/Toolbar.tsx";
import { Kbd } from "../../ui/text/Text.tsx";
import { hideOnMobile } from "../../ui/theme/mixins.ts";
import { typography } from "../../ui/theme/theme.ts";
import { PermissionCards } from "./PermissionCards.tsx";
import { PermissionEditorContext } from "./PermissionCheckbox.tsx";
import { PermissionGrid } from "./PermissionGrid.tsx";
import {
  addRequiredViews,
  buildMenuGroups,
  formatAllowedSentence,
  type MenuActionPair,
  type MenuGroup,
  type MenuRow,
  type PermissionCell,
} from "./permissionMatrix.ts";
import { usePermissionDraft } from "./usePermissionDraft.ts";

/** With more roles a select replaces the segmented control. */
const maxSegments = 5;

/** What each role may do; edits are collected and saved together. */
export function PermissionsScreen() {
  const menuList = useResource(menus);
  const actionList = useResource(action);
  const roleList = useResource(role);
  const permissions = useResource(rolePermissions);
  const session = useSession();
  const isMobile = useIsMobile();
  const canListUsers = useCanList(users);
  const [roleParam, setRoleParam] = useUrlState("role", "");
  const roles = roleList.rows;
  const menuActionPairs = useMenuActionPairs(roles[0]?.RoleID);
  const { draft, changes, saving, setAllowed, discard, save } = usePermissionDraft({
    permissions: permissions.rows,
    roles,
    menuActionPairs: menuActionPairs.rows,
  });
  const selectedRole = roles.find(({ RoleID }) => String(RoleID) === roleParam) ?? roles[0];
  const roleId = selectedRole?.RoleID ?? 0;
  const ownRoleId = session?.user.role.RoleID ?? 0;
  const canEdit = permissions.can.update;

  const groups = useMemo(
    () =>
      buildMenuGroups({
        menus: sortMenus(menuList.rows),
        menuActionPairs: menuActionPairs.rows,
        permissions: permissions.rows,
        draft,
        roleId,
        ownRoleId,
      }),
    [menuList.rows, menuActionPairs.rows, permissions.rows, draft, roleId, ownRoleId],
  );
  const handleSet = useEvent((cells: readonly PermissionCell[], allowed: boolean) =>
    setAllowed(allowed ? addRequiredViews(groups, cells) : cells, allowed),
  );
  const handleToggleAll = useEvent((cells: readonly PermissionCell[]) => {
    const unlockedCells = cells.filter(({ isLocked }) => !isLocked);
    const allow = unlockedCells.some(({ isAllowed }) => !isAllowed);
    handleSet(unlockedCells, allow);
  });
  const handleSpace = useEvent((row: MenuRow) => handleToggleAll(row.cells));
  const editor = useMemo(
    () => ({ canEdit, onSet: handleSet, onToggleAll: handleToggleAll }),
    [canEdit, handleSet, handleToggleAll],
  );

  const allLists = [menuList, actionList, roleList, menuActionPairs, permissions];
  const failedList = allLists.find(({ status }) => status === "failed");
  // Without one of the lists, allowed permissions would be shown unchecked.
  const isComplete = allLists.every(({ status, rows }) => status === "ready" || rows.length > 0);
  const loading = failedList === undefined && allLists.some(({ status }) => status === "loading");
  const shownGroups = isComplete ? groups : noGroups;
  const cells = shownGroups.flatMap((group) => group.cells);
  const highlightedCell = cells.find(({ recordId }) => permissions.getHighlight(recordId));
  const revokesOwnRights = changes.some((change) => change.RoleID === ownRoleId && change.IsAllowed === 0);
  const otherRoleChangeCount = changes.filter((change) => change.RoleID !== roleId).length;
  const tableProps = {
    loading,
    announcement:
      highlightedCell &&
      t("{name} changed {record}", {
        name: translateName(permissions.getHighlight(highlightedCell.recordId)?.by ?? ""),
        record: highlightedCell.name,
      }),
    empty: failedList ? (
      <FailedRequest error={failedList.error} onRetry={handleRetry} />
    ) : (
      <EmptyState title={t("No menus yet.")} text={t("Add menus and their actions first.")} />
    ),
    footer: loading ? t("Loading...") : <PermissionFooter cells={cells} canEdit={canEdit} />,
  };

  function handleRetry() {
    for (const list of allLists) list.refetch();
  }

  function rowStateOf(rowCells: readonly PermissionCell[]) {
    const highlight = rowCells.map(({ recordId }) => permissions.getHighlight(recordId)).find(Boolean);
    return highlight && { highlight };
  }

  const options = roles.map(({ RoleID, RoleName }) => ({ value: String(RoleID), label: translateName(RoleName) }));
  const RoleSelect = roles.length > maxSegments ? FilterSelect : SegmentedControl;
  return (
    <TabContent title={t("Permissions")}>
      <Toolbar
        label={t("Role and changes")}
        end={
          canEdit && (
            <>
              <span role="status">
                {changes.length > 0 && formatPendingCount(changes.length, otherRoleChangeCount)}
              </span>
              {changes.length > 0 && <Button onClick={discard}>{t("Discard")}</Button>}
              <Button
                variant="primary"
                busy={saving}
                disabled={changes.length === 0 || !isComplete}
                onClick={() => void save()}
              >
                {t("Save")}
              </Button>
            </>
          )
        }
      >
        <RoleSelect label={t("Role")} value={String(roleId)} options={options} onChange={setRoleParam} />
        {canListUsers && !isMobile && <RoleUsers roleId={roleId} />}
      </Toolbar>
      {revokesOwnRights && (
        <Callout tone="warn" title={t("These changes remove permissions from your own role.")}>
          {t("You cannot add a permission back that another role has too; only a user with that role can.")}
        </Callout>
      )}
      <StaleDataNotice error={failedList?.error} hasData={isComplete} onRetry={handleRetry} />
      <PermissionEditorContext value={editor}>
        {isMobile ? (
          <PermissionCards groups={shownGroups} rowState={(cell) => rowStateOf([cell])} {...tableProps} />
        ) : (
          <PermissionGrid
            groups={shownGroups}
            actions={actionList.rows}
            rowState={(row) => rowStateOf(row.cells)}
            onSpace={canEdit ? handleSpace : undefined}
            {...tableProps}
          />
        )}
      </PermissionEditorContext>
    </TabContent>
  );
}

function formatPendingCount(count: number, otherRoleChangeCount: number): string {
  if (otherRoleChangeCount > 0)
    return plural(
      count,
      { one: "1 change to save, in another role", other: "{count} changes to save, {elsewhere} in other roles" },
      { elsewhere: otherRoleChangeCount },
    );
  return plural(count, { one: "1 change to save", other: "{count} changes to save" });
}

const maxNames = 4;

/** The names of the role's users, because a change of its permissions affects them. */
function RoleUsers({ roleId }: { roleId: number }) {
  const { rows, status } = useResource(users);
  if (status !== "ready") return null;
  const names = rows.filter(({ RoleID, IsActive }) => RoleID === roleId && IsActive).map(({ FullName }) => FullName);
  return <RoleUsersText>{formatRoleUsers(names)}</RoleUsersText>;
}

function formatRoleUsers(allNames: readonly string[]): string {
  const count = allNames.length;
  const names = allNames.slice(0, maxNames).join(t(", "));
  if (count === 0) return t("No user has this role");
  const more = count - maxNames;
  if (more > 0) return t("{count} users have this role: {names} and {more} more", { count, names, more });
  const texts = { one: "1 user has this role: {names}", other: "{count} users have this role: {names}" } as const;
  return plural(count, texts, { names });
}

const RoleUsersText = styled.span`
  ${typography("meta")}
  color: ${({ theme }) => theme.color.textMuted};
  min-inline-size: 0;
  overflow: hidden;
  text-overflow: ellipsis;
`;

function PermissionFooter({ cells, canEdit }: { cells: readonly PermissionCell[]; canEdit: boolean }) {
  return (
    <>
      <span>{formatAllowedSentence(cells)}</span>
      <DesktopOnly>{t("– does not exist for this page")}</DesktopOnly>
      {canEdit && (
        <KeyHint aria-hidden="true">
          <Kbd>Space</Kbd> {t("whole row")}
        </KeyHint>
      )}
    </>
  );
}

const DesktopOnly = styled.span`
  ${hideOnMobile}
`;

const KeyHint = styled(DesktopOnly)`
  margin-inline-start: auto;
`;

/**
 * All pairs of menu and action. Users who may not list them read them from the permissions of a role, which contain
 * every pair.
 */
function useMenuActionPairs(roleId: number | undefined) {
  const canList = useCanList(menuActionsMap);
  const list = useResource(menuActionsMap, canList ? undefined : null);
  const path = canList || roleId === undefined ? null : readRolePermissions.path.replace(":RoleID", String(roleId));
  const { data, error, refetch } = useLiveRequest<{ data: readonly MenuActionPair[] }>(path, permissionResources);
  if (canList) return list;
  const status = data ? "ready" : error ? "failed" : "loading";
  return { rows: data?.data ?? noPairs, status, error, refetch } as const;
}

const permissionResources = [rolePermissions.name];
const noPairs: readonly MenuActionPair[] = [];
const noGroups: readonly MenuGroup[] = [];
