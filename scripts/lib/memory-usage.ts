import { EventEmitter } from "node:events";
import { Session } from "node:inspector/promises";
import { z } from "zod";

export const memoryUsageSchema = z.object({ heap: z.number(), listeners: z.number() });

/** Heap in bytes after garbage collection, and number of listeners of all event emitters. */
export type MemoryUsage = z.output<typeof memoryUsageSchema>;

/** Collects garbage in this process, then measures its memory. */
export async function readMemoryUsage(): Promise<MemoryUsage> {
  const session = new Session();
  session.connect();
  try {
    await session.post("HeapProfiler.collectGarbage");
    const { heapUsed: heap } = process.memoryUsage();
    Reflect.set(globalThis, prototypeName, EventEmitter.prototype);
    const { result } = await session.post("Runtime.evaluate", { expression: prototypeName });
    const { objects } = await session.post("Runtime.queryObjects", { prototypeObjectId: result.objectId ?? "" });
    const counts = await session.post("Runtime.callFunctionOn", {
      objectId: objects.objectId ?? "",
      functionDeclaration: countListeners,
      returnByValue: true,
    });
    return memoryUsageSchema.parse({ heap, ...z.looseObject({}).parse(counts.result.value) });
  } finally {
    session.disconnect();
  }
}

const prototypeName = "eventEmitterPrototype";

/** As text, because the inspector calls it; `this` is a list of all event emitters of the process. */
const countListeners = `function () {
  let listeners = 0;
  for (const emitter of this)
    for (const listener of Object.values(Object.getOwnPropertyDescriptor(emitter, "_events")?.value ?? {}))
      listeners += typeof listener === "function" ? 1 : (listener?.length ?? 0);
  return { listeners };
}`;
