import { ApiClient } from "./api-client.ts";
import { readAllDocuments } from "./database-documents.ts";
import { waitForMails } from "./outbox.ts";
import { type AcceptanceContext, type PortalProcess, withPortal } from "./portal-process.ts";
import type { CheckResult } from "./requirement.ts";
import { createColleagues } from "./sample-society.ts";

const concurrency = 20;
const minBits = 128;

/** The link for a forgotten password as it is mailed: how hard to guess, whether it can be read from the database, how often it counts. */
export function measurePasswordResetLink(place: AcceptanceContext): Promise<CheckResult> {
  return withPortal(place, {}, async (portal) => {
    const guest = new ApiClient(portal.url);
    const [colleague] = await createColleagues(await ApiClient.signInAsAdmin(portal.url), {
      url: portal.url,
      count: 1,
    });
    const post = (path: string, body: object) => guest.send({ method: "POST", path: `/api/${path}`, body });
    await post("reset-password", { email: "colleague1@staff.example.org" });
    const token = await readMailedToken(portal);
    const secret = token.split(".").at(-1) ?? "";
    const bits = secret.length * 6;
    const documents = await readAllDocuments(portal.databaseUri);
    const readable = documents.filter(({ document }) => JSON.stringify(document).includes(secret));
    const uses = await Promise.all(
      Array.from({ length: concurrency }, (_, use) =>
        post("reset-password/confirm", { token, password: `chosen-${use}` }),
      ),
    );
    const won = uses.filter(({ status }) => status === 200).length;
    const refused = uses.filter(({ status }) => status === 400).length;
    const session = await colleague?.send({ path: "/api/me" });
    return {
      summary: `${bits} bits, readable in ${readable.length} of ${documents.length} documents of the database; ${won} of ${concurrency} uses at once count; the session of before: ${session?.status}`,
      passed:
        bits >= minBits && readable.length === 0 && won === 1 && refused === concurrency - 1 && session?.status === 401,
    };
  });
}

/** From the letter, which is a file where there is no mail server. */
async function readMailedToken(portal: PortalProcess): Promise<string> {
  const [letter] = await waitForMails(portal, 1);
  const token = /reset-password\?token=([\w.-]+)/.exec(letter?.text ?? "")?.[1];
  if (token === undefined) throw new Error("There is no link in the letter");
  return token;
}
