/** Names of the browser and the operating system; undefined where the user agent has no well-known one. */
export interface Device {
  browser: string | undefined;
  system: string | undefined;
}

/** Reads a user agent string. Most browsers also claim to be others, so the first match in the lists below wins. */
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
