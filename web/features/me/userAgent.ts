/** Names of the browser and the operating system; undefined if unknown. */
export interface Device {
  browser: string | undefined;
  system: string | undefined;
}

/**
 * Parses a User-Agent header. Most browsers also include the names of others, so the first match in the lists below
 * wins.
 */
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

function findName(agent: string, names: readonly (readonly [token: string, name: string])[]): string | undefined {
  return names.find(([token]) => agent.includes(token))?.[1];
}
