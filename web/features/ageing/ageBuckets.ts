import type { AgeBucket } from "../../../shared/domain/ageing.ts";
import { ageBuckets } from "../../../shared/domain/ageing.ts";
import { t } from "../../i18n/t.ts";

/** The buckets as they are named, youngest first. */
export function listAgeBuckets(): readonly { key: AgeBucket; title: string }[] {
  const titles = {
    upTo30: t("0–30 days"),
    upTo60: t("31–60 days"),
    upTo90: t("61–90 days"),
    over90: t("Over 90 days"),
  };
  return ageBuckets.map((key) => ({ key, title: titles[key] }));
}
