import { atom, useAtomValue } from "jotai";
import { useCallback, useEffect } from "react";
import { maxPresencePathLength } from "../../shared/presence-paths.ts";
import type { EditedRecord, Presence } from "../../shared/wire.ts";
import { sessionAtom } from "../api/session.ts";
import { store } from "../hooks/store.ts";
import { connectionAtom, setLocation } from "./connection.ts";

type PresentUser = Presence["users"][number];

/** No page has this path, so that nobody is anywhere there. */
const noPath = "";
const noUsers: readonly PresentUser[] = [];

const locationAtom = atom(noPath);
const presenceAtom = atom<Presence>({ path: noPath, users: [] });
const presentUsersAtom = atom((get): readonly PresentUser[] => {
  const session = get(sessionAtom);
  const { path, users } = get(presenceAtom);
  // What was heard of the page before, or before the line broke, says nothing of now.
  if (session === null || session === "loading" || path !== get(locationAtom)) return noUsers;
  if (get(connectionAtom).kind === "offline") return noUsers;
  return users.filter(({ username }) => username !== session.user.username);
});

/** What is open for change in this window, the latest last. */
let edits: readonly EditedRecord[] = [];
let isPublishScheduled = false;

/** Takes in who is on this page. */
export function setPresence(presence: Presence): void {
  store.set(presenceAtom, presence);
}

/** Lets the colleagues know that this window shows the place, as long as the component is there. */
export function usePublishLocation(place: string): void {
  useEffect(() => {
    store.set(locationAtom, place.length > maxPresencePathLength ? noPath : place);
    schedulePublish();
    return () => {
      store.set(locationAtom, noPath);
      schedulePublish();
    };
  }, [place]);
}

/** Lets the colleagues on this page know that the record is open for change here; nothing without an id. */
export function usePublishEditing(resource: string, id: number | undefined): void {
  useEffect(() => {
    if (id === undefined) return;
    const edit = { resource, id };
    edits = [...edits, edit];
    schedulePublish();
    return () => {
      edits = edits.filter((each) => each !== edit);
      schedulePublish();
    };
  }, [resource, id]);
}

/** Who else is on this page, at whichever computer; the same list as long as nobody comes, goes or begins to edit. */
export function usePresentUsers(): readonly PresentUser[] {
  return useAtomValue(presentUsersAtom, { store });
}

/** Which colleague has a record of the resource open for change, by its id, as tables show it. */
export function useEditors(resource: string): (id: number) => { name: string } | undefined {
  const colleagues = usePresentUsers();
  return useCallback(
    (id) => {
      const editor = colleagues.find(({ editing }) => editing?.resource === resource && editing.id === id);
      return editor && { name: editor.fullName };
    },
    [colleagues, resource],
  );
}

/** Once for everything that opens and closes in the same moment. */
function schedulePublish(): void {
  if (isPublishScheduled) return;
  isPublishScheduled = true;
  queueMicrotask(() => {
    isPublishScheduled = false;
    const editing = edits.at(-1);
    setLocation({ path: store.get(locationAtom), ...(editing ? { editing } : {}) });
  });
}
