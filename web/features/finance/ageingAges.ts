import type { AgeBucket } from "../../../shared/domain/ageing.ts";
import { ageBuckets } from "../../../shared/domain/ageing.ts";
import { say } from "../../lib/language.ts";

/** The buckets as they are named, youngest first. */
export function ageNames(): readonly { key: AgeBucket; title: string }[] {
  const titles = {
    upTo30: say("0–30 days"),
    upTo60: say("31–60 days"),
    upTo90: say("61–90 days"),
    over90: say("Over 90 days"),
  };
  return ageBuckets.map((key) => ({ key, title: titles[key] }));
}
