import { expect, test } from "vitest";
import { parseUserAgent } from "../../web/features/me/userAgent.ts";

const engine = "AppleWebKit/537.36 (KHTML, like Gecko)";

test.each([
  [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${engine} Chrome/140.0.0.0 Safari/537.36`, "Chrome", "Windows"],
  [
    `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${engine} Chrome/140.0.0.0 Safari/537.36 Edg/140.0.0.0`,
    "Edge",
    "Windows",
  ],
  [`Mozilla/5.0 (Linux; Android 10; K) ${engine} Chrome/140.0.0.0 Mobile Safari/537.36`, "Chrome", "Android"],
  [
    `Mozilla/5.0 (Linux; Android 14) ${engine} SamsungBrowser/27.0 Chrome/125.0.0.0 Mobile Safari/537.36`,
    "Samsung Internet",
    "Android",
  ],
  [
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Mobile/15E148 Safari/604.1",
    "Safari",
    "iPhone",
  ],
  ["Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) Version/18.0 Safari/605.1.15", "Safari", "Mac"],
  ["Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0", "Firefox", "Linux"],
  ["curl/8.5.0", undefined, undefined],
  ["", undefined, undefined],
])("the user agent %s is that of the browser %s on the system %s", (agent, browser, system) => {
  expect(parseUserAgent(agent)).toEqual({ browser, system });
});
