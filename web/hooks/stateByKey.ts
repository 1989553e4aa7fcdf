import { atom, useAtomValue } from "jotai";
import { store } from "./store.ts";

/** A state for each key, outside the components, so that it survives leaving a screen and can be set from elsewhere. */
export function createStateByKey<State extends object>(initial: State) {
  const statesAtom = atom<ReadonlyMap<string, State>>(new Map());
  return {
    useState: (key: string): State => useAtomValue(statesAtom, { store }).get(key) ?? initial,
    update(key: string, change: (state: State) => Partial<State>): void {
      store.set(statesAtom, (states) => {
        const state = states.get(key) ?? initial;
        return new Map(states).set(key, { ...state, ...change(state) });
      });
    },
  };
}
