import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { Client } from "./client.ts";
import { growSchedule } from "./large.ts";
import { fillPortal, floorDoor, linesPerUser, peopleFor, portalDoor, portalSettings } from "./prepare.ts";
import { months, plots } from "./rows.ts";
import { type ServerProcess, startServer } from "./server-process.ts";
import {
  type Bench,
  countFrom,
  type FanOut,
  fanOut,
  generation,
  idleLines,
  oneTick,
  rush,
  wholeList,
} from "./works.ts";

const rows = plots * months;

interface Place {
  uri: string;
  name: string;
  folder: string;
  quick: boolean;
}

/** What one server needed; times in milliseconds, memory in bytes. */
export interface Figures {
  fanOut: FanOut;
  ticksPerSecond: number;
  list: { ms: number; memory: number; total: number };
  generation: number;
  idle: { memory: number; each: number };
  large?: { few: number; many: number; rows: number; ready: number };
}

export async function measureFloor(place: Place): Promise<Figures> {
  const start = () => startServer("floor", [place.uri, place.name]);
  const client = async (server: ServerProcess) => {
    const signedIn = new Client(server.url, floorDoor);
    await signedIn.signIn();
    return signedIn;
  };
  const bench = async (server: ServerProcess): Promise<Bench> => {
    const one = await client(server);
    return { server, client: one, people: [one], linesPerUser: Number.POSITIVE_INFINITY, fresh: countFrom(1) };
  };
  return measure(place, {
    start,
    bench,
    generate:
      ({ client }) =>
      () =>
        client.send("POST", "/generate", { plots, months }),
  });
}

export async function measurePortal(place: Place): Promise<Figures> {
  const dataDir = join(place.folder, place.name);
  await mkdir(join(dataDir, "web"), { recursive: true });
  const start = () => startServer("portal", [place.uri, place.name, dataDir], portalSettings);
  const signIn = async (server: ServerProcess) => {
    const client = new Client(server.url, portalDoor());
    await client.signIn();
    return client;
  };
  let plan: object | undefined;
  const bench = async (server: ServerProcess): Promise<Bench> => {
    const client = await signIn(server);
    plan ??= await fillPortal(server.url, client);
    const people = await peopleFor(server.url, { admin: client, lines: 1_000 });
    return { server, client, people, linesPerUser, fresh: countFrom(1) };
  };
  const figures = await measure(place, {
    start,
    bench,
    generate:
      ({ client }) =>
      () =>
        client.send("POST", "/api/payment-schedule", plan ?? {}),
  });
  return place.quick ? figures : { ...figures, large: await measureLarge(place, { start, signIn }) };
}

interface Target {
  start: () => Promise<ServerProcess>;
  bench: (server: ServerProcess) => Promise<Bench>;
  generate: (bench: Bench) => () => Promise<unknown>;
}

async function measure({ quick }: Place, { start, bench, generate }: Target): Promise<Figures> {
  const server = await start();
  try {
    const ready = await bench(server);
    const generated = await generation(ready, { watchers: 20, rows, generate: generate(ready) });
    await fanOut(ready, { watchers: 20, ticks: 100 });
    const heard = await fanOut(ready, { watchers: 200, ticks: quick ? 250 : 1_000 });
    const ticksPerSecond = await rush(ready, { width: 32, watchers: 50, forMs: quick ? 3_000 : 8_000 });
    await wholeList(ready);
    const list = await wholeList(ready);
    const idle = await idleLines(ready, 1_000);
    return { fanOut: heard, ticksPerSecond, list, generation: generated, idle };
  } finally {
    await server.stop();
  }
}

/** g and h: the cost of a tick among few rows and among a million, and how long the portal takes to be ready with those. */
async function measureLarge(
  place: Place,
  { start, signIn }: { start: Target["start"]; signIn: (server: ServerProcess) => Promise<Client> },
): Promise<NonNullable<Figures["large"]>> {
  const many = 1_000_000;
  const ticks = 300;
  // A tick of what is ticked already would cost less.
  const fresh = countFrom(rows / 2);
  const ticked = async (server: ServerProcess) => {
    const client = await signIn(server);
    const bench = { server, client, people: [client], linesPerUser, fresh };
    await oneTick(bench, ticks);
    return oneTick(bench, ticks);
  };
  const small = await start();
  const few = await ticked(small).finally(small.stop);
  await growSchedule({ ...place, count: many });
  const large = await start();
  return { few, many: await ticked(large).finally(large.stop), rows: many, ready: large.readyAfter };
}
