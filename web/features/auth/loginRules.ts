import { zodResolver } from "@hookform/resolvers/zod";
import type { z } from "zod";
import { credentials } from "../../../shared/endpoints/auth.ts";

export type Credentials = z.output<typeof credentials>;

/** What is asked of a username and a password before they are sent. */
export const loginRules = zodResolver(credentials);
