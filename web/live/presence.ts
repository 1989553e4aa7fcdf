import { atom, useAtomValue } from "jotai";
import { useCallback, useEffect } from "react";
import { maxPresencePathLength } from "../../shared/pages.ts";
import type { EditedRecord, Presence } from "../../shared/wire.ts";
import { signedInSessionAtom } from "../api/session.ts";
import { store } from "../hooks/store.ts";
import { connectionAtom, setLocation } from "./connection.ts";

type PresentUser = Presence["users"][number];

/** Published by a window that shows no page with presence. */
const noPath = "";
const noUsers: readonly PresentUser[] = [];
const noRecords: readonly EditedRecord[] = [];

const locationAtom = atom(noPath);
const presenceAtom = atom<Presence>({ path: noPath, users: [] });
const presentUsersAtom = atom((get): readonly PresentUser[] => {
  const session = get(signedInSessionAtom);
  const { path, users } = get(presenceAtom);
  // Users of another page, or from before the connection was lost, are not shown.
  if (!session || path !== get(locationAtom)) return noUsers;
  if (get(connectionAtom).kind === "offline") return noUsers;
  return users.filter(({ username }) => username !== session.user.username);
});
/** The records that the user has open in forms of other windows. */
const recordsInOtherWindowsAtom = atom((get) => {
  const { path, otherWindows = noRecords } = get(presenceAtom);
  return path === get(locationAtom) && get(connectionAtom).kind !== "offline" ? otherWindows : noRecords;
});

/** Identifies this window to the server. */
const windowId = crypto.randomUUID();

/** The records that are open in forms of this window, the latest last. */
let editedRecords: readonly EditedRecord[] = [];
let isPublishScheduled = false;

/** Applies a presence event of the server. */
export function setPresence(presence: Presence): void {
  store.set(presenceAtom, presence);
}

/** Forgets the other users, at the end of a session. */
export function clearPresence(): void {
  setPresence({ path: noPath, users: [] });
}

/** Publishes that this window shows the page, while the component is mounted. */
export function usePublishLocation(path: string): void {
  useEffect(() => {
    store.set(locationAtom, path.length > maxPresencePathLength ? noPath : path);
    schedulePublish();
    return () => {
      store.set(locationAtom, noPath);
      schedulePublish();
    };
  }, [path]);
}

/** Publishes that the record is open in a form here. Without an id (a new record) nothing is published. */
export function usePublishEditing(resource: string, id: number | undefined): void {
  useEffect(() => {
    if (id === undefined) return;
    const record = { resource, id };
    editedRecords = [...editedRecords, record];
    schedulePublish();
    return () => {
      editedRecords = editedRecords.filter((openRecord) => openRecord !== record);
      schedulePublish();
    };
  }, [resource, id]);
}

/** The other users who have this page open. */
export function usePresentUsers(): readonly PresentUser[] {
  return useAtomValue(presentUsersAtom, { store });
}

/** Returns a function that finds the other user who has the record with this id open in a form. */
export function useGetEditor(resource: string): (id: number) => { name: string } | undefined {
  const users = usePresentUsers();
  return useCallback(
    (id) => {
      const editor = users.find(({ editing }) => editing?.resource === resource && editing.id === id);
      return editor && { name: editor.fullName };
    },
    [users, resource],
  );
}

/** Returns a function that tells whether the user has the record with this id open in a form of another window. */
export function useIsOpenInOtherWindow(resource: string): (id: number) => boolean {
  const records = useAtomValue(recordsInOtherWindowsAtom, { store });
  return useCallback(
    (id) => records.some((record) => record.resource === resource && record.id === id),
    [records, resource],
  );
}

/** Sends the location once for all forms that open and close in the same tick. */
function schedulePublish(): void {
  if (isPublishScheduled) return;
  isPublishScheduled = true;
  queueMicrotask(() => {
    isPublishScheduled = false;
    const editing = editedRecords.at(-1);
    setLocation({ path: store.get(locationAtom), window: windowId, ...(editing ? { editing } : {}) });
  });
}
