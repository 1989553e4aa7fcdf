import styled, { css } from "styled-components";
import { actionFlags, type PageEntry, pages } from "../../../shared/pages.ts";
import { can, type Permissions } from "../../../shared/permissions.ts";
import { t, translateName } from "../../i18n/t.ts";
import { Section } from "../../ui/layout/Page.tsx";
import { typography } from "../../ui/theme/theme.ts";
import { SectionTitle } from "./SelfTestParts.tsx";

/** What the person may do, page by page: the server's own map in words. */
export function RightsSection({ permissions }: { permissions: Permissions }) {
  const held = pages.map((page) => ({ page, actions: listAllowedActions(page, permissions) }));
  const shown = held.filter(({ actions }) => actions.length > 0);
  return (
    <Section aria-labelledby="rights">
      <SectionTitle id="rights">{t("What may be done")}</SectionTitle>
      {shown.length === 0 ? (
        <p>{t("Nothing beside signing in")}</p>
      ) : (
        <RightsTable aria-labelledby="rights">
          <thead>
            <tr>
              <th scope="col">{t("Page")}</th>
              <th scope="col">{t("Allowed")}</th>
            </tr>
          </thead>
          <tbody>
            {shown.map(({ page, actions }) => (
              <tr key={page.path}>
                <th scope="row">
                  {formatPageTitle(page)} <PagePath dir="ltr">{page.path}</PagePath>
                </th>
                <td>{actions.join(t(", "))}</td>
              </tr>
            ))}
          </tbody>
        </RightsTable>
      )}
    </Section>
  );
}

function listAllowedActions({ path }: PageEntry, permissions: Permissions): readonly string[] {
  return Object.entries(actionFlags)
    .filter(([, flag]) => can({ permissions }, { page: path, flag }))
    .map(([action]) => {
      const said = translateName(action);
      return said === action ? action.replace(/([a-z])([A-Z])/g, "$1 $2") : said;
    });
}

function formatPageTitle({ title, parent }: PageEntry): string {
  const above = pages.find(({ path }) => path === parent);
  return above ? `${translateName(above.title)} / ${translateName(title)}` : translateName(title);
}

const RightsTable = styled.table`
  ${({ theme }) => css`
    inline-size: 100%;
    border-collapse: collapse;

    th,
    td {
      padding: ${theme.space.s} ${theme.space.m} ${theme.space.s} 0;
      border-block-end: 1px solid ${theme.color.border};
      font-weight: 400;
      text-align: start;
      vertical-align: baseline;
    }

    thead th {
      ${typography("meta")}
      color: ${theme.color.textMuted};
      border-block-end-color: ${theme.color.borderStrong};
    }

    tbody th {
      inline-size: 50%;
    }
  `}
`;

const PagePath = styled.bdi`
  ${typography("meta")}
  display: inline-block;
  color: ${({ theme }) => theme.color.textMuted};
  overflow-wrap: anywhere;
`;
