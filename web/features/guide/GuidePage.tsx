import { useSearchParams } from "react-router-dom";
import administrator from "../../../docs/guide/administrator.md?raw";
import cashier from "../../../docs/guide/cashier.md?raw";
import cashierUrdu from "../../../docs/guide/cashier.ur.md?raw";
import manager from "../../../docs/guide/manager.md?raw";
import resident from "../../../docs/guide/resident.md?raw";
import { can } from "../../../shared/permissions.ts";
import type { Session } from "../../../shared/wire.ts";
import { useSession } from "../../api/session.ts";
import { t, useLanguage } from "../../i18n/t.ts";
import { Page, Section } from "../../ui/layout/Page.tsx";
import { Tabs } from "../../ui/layout/Tabs.tsx";
import { MetaText } from "../../ui/text/Text.tsx";
import { Markdown } from "./Markdown.tsx";

const guides = {
  cashier: { en: cashier, ur: cashierUrdu },
  manager: { en: manager },
  administrator: { en: administrator },
  resident: { en: resident },
} as const satisfies Record<string, { en: string; ur?: string }>;

type GuideName = keyof typeof guides;

/** The guide for the user's role, in the user's language where it is translated; staff can open the others too. */
export function GuidePage() {
  const session = useSession();
  const [params] = useSearchParams();
  const language = useLanguage();
  if (!session) return null;
  const isResident = session.user.role.scope === "own";
  const chosen = params.get("for") ?? "";
  const name = !isResident && isGuideName(chosen) ? chosen : guideOf(session);
  const texts: { en: string; ur?: string } = guides[name];
  const text = texts[language];
  const labels = {
    cashier: t("Cashier"),
    manager: t("Manager"),
    administrator: t("Administrator"),
    resident: t("Resident"),
  };
  const items = guideNames.map((key) => ({ key, label: labels[key], to: guideUrl(key) }));
  return (
    <Page title={t("Guide")} tabs={isResident ? undefined : <Tabs items={items} active={name} />}>
      <Section>
        {text === undefined && <MetaText>{t("This guide has not been translated yet.")}</MetaText>}
        <div {...(text === undefined && { lang: "en", dir: "ltr" })}>
          <Markdown
            text={text ?? texts.en}
            resolveLink={(target) => {
              const linked = target.replace(/(\.ur)?\.md$/, "");
              return isGuideName(linked) ? guideUrl(linked) : undefined;
            }}
          />
        </div>
      </Section>
    </Page>
  );
}

const guideNames = Object.keys(guides).filter(isGuideName);

function isGuideName(text: string): text is GuideName {
  return Object.hasOwn(guides, text);
}

function guideUrl(name: GuideName): string {
  return `/guide?for=${name}`;
}

/** The guide for what the user may do; not by the name of the role, which an administrator can choose freely. */
function guideOf(session: Session): GuideName {
  if (session.user.role.scope === "own") return "resident";
  if (can(session, { page: "/system-management?tab=permissions", flag: "CanUpdate" })) return "administrator";
  return can(session, { page: "/payment-management?tab=service-charges", flag: "CanAdd" }) ? "manager" : "cashier";
}
