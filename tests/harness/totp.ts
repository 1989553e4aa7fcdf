import { Secret, TOTP } from "otpauth";
import { z } from "zod";
import type { Person } from "./person.ts";
import { assertOk } from "./reply.ts";

const enrolment = z.object({ secret: z.string(), uri: z.string() });
const confirmed = z.object({ recoveryCodes: z.array(z.string()) });

/** The code that an authenticator app shows at this time. */
export function codeAt(secret: string, time: Date): string {
  return new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: time.getTime() });
}

/** Starts an enrolment; returns its secret and the URI that contains the secret. */
export async function startEnrolment(person: Person) {
  return enrolment.parse(assertOk(await person.post("/me/totp")).body.data);
}

/** Enrols the person. Returns the secret, the recovery codes and the reply that contains them. */
export async function enrol(person: Person, now: Date) {
  const { secret } = await startEnrolment(person);
  const confirmation = assertOk(await person.post("/me/totp/confirm", { code: codeAt(secret, now) }));
  return { secret, confirmation, ...confirmed.parse(confirmation.body.data) };
}
