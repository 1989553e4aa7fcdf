import { useMemo } from "react";
import { action } from "../../../shared/resources/action.ts";
import { menus } from "../../../shared/resources/menus.ts";
import { role } from "../../../shared/resources/role.ts";
import { rolePermissions } from "../../../shared/resources/role-permissions.ts";
import { users } from "../../../shared/resources/users.ts";
import { say, sayMessage, sayName } from "../../lib/language.ts";
import { useMay, useSession } from "../../lib/session.ts";
import { useResource } from "../../lib/useResource.ts";
import { useUrlState } from "../../lib/useUrlState.ts";
import { Note } from "../../Note.tsx";
import { Button } from "../../ui/Button.tsx";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { FilterSelect } from "../../ui/FilterSelect.tsx";
import { Segment } from "../../ui/Segment.tsx";
import { Heading, Screen } from "../../ui/TabScreen.tsx";
import { Toolbar } from "../../ui/Toolbar.tsx";
import { useHandler } from "../../ui/useHandler.ts";
import { usePhone } from "../../ui/usePhone.ts";
import { inOrder } from "./menuNames.ts";
import { PermissionCards } from "./PermissionCards.tsx";
import { PermissionFooter } from "./PermissionFooter.tsx";
import { PermissionGrid } from "./PermissionGrid.tsx";
import { PermissionHolders } from "./PermissionHolders.tsx";
import { Granting } from "./PermissionTick.tsx";
import { type Box, groupsOf, type Line, withWay } from "./permissionBoxes.ts";
import { usePairs } from "./usePairs.ts";
import { usePermissionDraft } from "./usePermissionDraft.ts";

/** More roles than this are chosen from a list. */
const mostInSight = 5;

/** What each role may do; edits are gathered and saved together. */
export function Permissions() {
  const lists = [useResource(menus), useResource(action), useResource(role)] as const;
  const [menuList, actionList, roleList] = lists;
  const permissions = useResource(rolePermissions);
  const session = useSession();
  const phone = usePhone();
  const maySeeUsers = useMay(users.guards.list.page);
  const [chosen, setChosen] = useUrlState("role", "");
  const { draft, changes, saving, set, discard, save } = usePermissionDraft(permissions.rows);
  const roles = roleList.rows;
  const shownRole = roles.find(({ RoleID }) => String(RoleID) === chosen) ?? roles[0];
  const RoleID = shownRole?.RoleID ?? 0;
  const ownRole = session?.user.role.RoleID ?? 0;
  const may = permissions.may.update;
  const stamp = permissions.status === "ready" ? permissions.rows.length : undefined;
  const map = usePairs({ roleId: RoleID, stamp });

  const groups = useMemo(
    () =>
      groupsOf({
        menus: inOrder(menuList.rows),
        pairs: map.rows,
        permissions: permissions.rows,
        draft,
        RoleID,
        ownRole,
      }),
    [menuList.rows, map.rows, permissions.rows, draft, RoleID, ownRole],
  );
  const handleSet = useHandler((boxes: readonly Box[], allowed: boolean) =>
    set(allowed ? withWay(groups, boxes) : boxes, allowed),
  );
  const granting = useMemo(() => ({ may, onSet: handleSet }), [may, handleSet]);
  const handleSpace = useHandler(({ boxes }: Line) => {
    const free = boxes.filter(({ locked }) => !locked);
    handleSet(
      free,
      free.some(({ allowed }) => !allowed),
    );
  });

  const all = [...lists, map, permissions];
  const failed = all.find(({ status }) => status === "failed");
  const loading = failed === undefined && all.some(({ status }) => status === "loading");
  const boxes = groups.flatMap((group) => group.boxes);
  const lit = boxes.find(({ id }) => permissions.glow(id));
  const takesOwn = changes.some((pair) => pair.RoleID === ownRole && pair.IsAllowed === 0);
  const elsewhere = changes.filter((pair) => pair.RoleID !== RoleID).length;
  const parts = {
    loading,
    announce:
      lit && say("{name} changed {record}", { name: sayName(permissions.glow(lit.id)?.by ?? ""), record: lit.name }),
    empty: (
      <EmptyState
        title={failed ? sayMessage(failed.problem?.message ?? "Failed to load data") : say("No menus yet.")}
        text={failed ? undefined : say("Add menus and their actions first.")}
        action={failed && <Button onClick={handleAgain}>{say("Try again")}</Button>}
      />
    ),
    footer: loading ? say("Loading...") : <PermissionFooter boxes={boxes} mayChange={may} />,
  };

  function handleAgain() {
    for (const list of all) list.again();
  }

  function glowOf(some: readonly Box[]) {
    const glow = some.map(({ id }) => permissions.glow(id)).find(Boolean);
    return glow && { glow };
  }

  const options = roles.map((each) => ({ value: String(each.RoleID), label: sayName(each.RoleName) }));
  const Choice = roles.length > mostInSight ? FilterSelect : Segment;
  return (
    <Screen aria-label={say("Permissions")}>
      <Heading>{say("Permissions")}</Heading>
      <Toolbar
        label={say("Role and changes")}
        end={
          may && (
            <>
              <span role="status">{changes.length > 0 && counted(changes.length, elsewhere)}</span>
              {changes.length > 0 && <Button onClick={discard}>{say("Discard")}</Button>}
              <Button variant="primary" busy={saving} disabled={changes.length === 0} onClick={() => void save()}>
                {say("Save")}
              </Button>
            </>
          )
        }
      >
        <Choice label={say("Role")} value={String(RoleID)} options={options} onChange={setChosen} />
        {maySeeUsers && !phone && <PermissionHolders roleId={RoleID} />}
      </Toolbar>
      {takesOwn && (
        <Note tone="warn" title={say("These changes take rights from your own role.")}>
          {say("Where another role holds them too, only somebody with that role can give them back.")}
        </Note>
      )}
      <Granting value={granting}>
        {phone ? (
          <PermissionCards groups={groups} rowState={(box) => glowOf([box])} {...parts} />
        ) : (
          <PermissionGrid
            groups={groups}
            actions={actionList.rows}
            rowState={(line) => glowOf(line.boxes)}
            onSpace={may ? handleSpace : undefined}
            {...parts}
          />
        )}
      </Granting>
    </Screen>
  );
}

function counted(count: number, elsewhere: number): string {
  if (elsewhere > 0)
    return count === 1
      ? say("1 change to save, in another role")
      : say("{count} changes to save, {elsewhere} in other roles", { count, elsewhere });
  return count === 1 ? say("1 change to save") : say("{count} changes to save", { count });
}
