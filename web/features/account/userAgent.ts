/** What a session was opened with, in words; undefined where the agent names no browser or system that people know. */
export interface Device {
  browser: string | undefined;
  system: string | undefined;
}

/** Reads the words with which browsers introduce themselves: most also claim to be those that stand further down here. */
export function parseUserAgent(agent: string): Device {
  return { browser: findName(agent, browsers), system: findName(agent, systems) };
}

const browsers = [
  ["Edg", "Edge"],
  ["OPR/", "Opera"],
  ["SamsungBrowser", "Samsung Internet"],
  ["Firefox", "Firefox"],
  ["FxiOS", "Firefox"],
  ["CriOS", "Chrome"],
  ["Chrome", "Chrome"],
  ["Safari", "Safari"],
] as const;

const systems = [
  ["iPhone", "iPhone"],
  ["iPad", "iPad"],
  ["Android", "Android"],
  ["Windows", "Windows"],
  ["CrOS", "Chromebook"],
  ["Mac OS X", "Mac"],
  ["Linux", "Linux"],
] as const;

function findName(agent: string, known: readonly (readonly [mark: string, name: string])[]): string | undefined {
  return known.find(([mark]) => agent.includes(mark))?.[1];
}
