/**
 * The names of the browser and of the operating system or device in a User-Agent header; undefined if unknown. Most
 * browsers also include the names of others, so the first match in the lists below wins.
 */
export function parseUserAgent(agent: string): { browser: string | undefined; system: string | undefined } {
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
