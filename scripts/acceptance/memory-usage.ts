import { EventEmitter } from "node:events";
import { Session } from "node:inspector/promises";
import { z } from "zod";

export const memoryUsageSchema = z.object({ heap: z.number(), emitters: z.number(), listeners: z.number() });

/** What a process keeps once its garbage is gone: bytes, things that can be listened to, and who listens. */
export type MemoryUsage = z.output<typeof memoryUsageSchema>;

/** Of this process. */
export async function readMemoryUsage(): Promise<MemoryUsage> {
  const session = new Session();
  session.connect();
  try {
    await session.post("HeapProfiler.collectGarbage");
    const { heapUsed: heap } = process.memoryUsage();
    Reflect.set(globalThis, probeName, EventEmitter.prototype);
    const { result } = await session.post("Runtime.evaluate", { expression: probeName });
    const { objects } = await session.post("Runtime.queryObjects", { prototypeObjectId: result.objectId ?? "" });
    const counted = await session.post("Runtime.callFunctionOn", {
      objectId: objects.objectId ?? "",
      functionDeclaration: countListeners,
      returnByValue: true,
    });
    return memoryUsageSchema.parse({ heap, ...z.looseObject({}).parse(counted.result.value) });
  } finally {
    session.disconnect();
  }
}

const probeName = "probeOfEmitters";

/** In the words of the inspected side. */
const countListeners = `function () {
  let listeners = 0;
  for (const emitter of this)
    for (const heard of Object.values(Object.getOwnPropertyDescriptor(emitter, "_events")?.value ?? {}))
      listeners += typeof heard === "function" ? 1 : (heard?.length ?? 0);
  return { emitters: this.length, listeners };
}`;
