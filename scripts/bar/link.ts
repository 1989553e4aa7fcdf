import { documentsIn } from "./books.ts";
import type { Finding } from "./line.ts";
import { mailsOf } from "./outbox.ts";
import { atPortal, type Place, type PortalProcess } from "./place.ts";
import { colleagues } from "./society.ts";
import { Visitor } from "./visitor.ts";

const atOnce = 20;
const leastBits = 128;

/** The link for a forgotten password as it is mailed: how hard to guess, whether it can be read from the database, how often it counts. */
export function measureLink(place: Place): Promise<Finding> {
  return atPortal(place, {}, async (portal) => {
    const guest = new Visitor(portal.url);
    const [colleague] = await colleagues(await Visitor.admin(portal.url), { url: portal.url, count: 1 });
    const post = (path: string, body: object) => guest.call({ method: "POST", path: `/api/${path}`, body });
    await post("reset-password", { email: "colleague1@staff.example.org" });
    const token = await mailedToken(portal);
    const secret = token.split(".").at(-1) ?? "";
    const bits = secret.length * 6;
    const documents = await documentsIn(portal.database);
    const readable = documents.filter(({ document }) => JSON.stringify(document).includes(secret));
    const uses = await Promise.all(
      Array.from({ length: atOnce }, (_, use) => post("reset-password/confirm", { token, password: `chosen-${use}` })),
    );
    const won = uses.filter(({ status }) => status === 200).length;
    const refused = uses.filter(({ status }) => status === 400).length;
    const session = await colleague?.call({ path: "/api/me" });
    return {
      figure: `${bits} bits, readable in ${readable.length} of ${documents.length} documents of the database; ${won} of ${atOnce} uses at once count; the session of before: ${session?.status}`,
      holds:
        bits >= leastBits && readable.length === 0 && won === 1 && refused === atOnce - 1 && session?.status === 401,
    };
  });
}

/** From the letter, which is a file where there is no mail server. */
async function mailedToken(portal: PortalProcess): Promise<string> {
  const [letter] = await mailsOf(portal, 1);
  const token = /reset-password\?token=([\w.-]+)/.exec(letter?.text ?? "")?.[1];
  if (token === undefined) throw new Error("There is no link in the letter");
  return token;
}
