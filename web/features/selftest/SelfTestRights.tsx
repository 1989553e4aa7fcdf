import styled, { css } from "styled-components";
import { actionFlags, type PageEntry, pages } from "../../../shared/pages.ts";
import { can, type Permissions } from "../../../shared/permissions.ts";
import { say, sayName } from "../../lib/language.ts";
import { type } from "../../theme.ts";
import { Section } from "../../ui/Page.tsx";
import { Title } from "./SelfTestParts.tsx";

/** What the person may do, page by page: the server's own map in words. */
export function SelfTestRights({ permissions }: { permissions: Permissions }) {
  const held = pages.map((page) => ({ page, actions: actionsOn(page, permissions) }));
  const shown = held.filter(({ actions }) => actions.length > 0);
  return (
    <Section aria-labelledby="rights">
      <Title id="rights">{say("What may be done")}</Title>
      {shown.length === 0 ? (
        <p>{say("Nothing beside signing in")}</p>
      ) : (
        <Rights aria-labelledby="rights">
          <thead>
            <tr>
              <th scope="col">{say("Page")}</th>
              <th scope="col">{say("Allowed")}</th>
            </tr>
          </thead>
          <tbody>
            {shown.map(({ page, actions }) => (
              <tr key={page.path}>
                <th scope="row">
                  {nameOf(page)} <Path dir="ltr">{page.path}</Path>
                </th>
                <td>{actions.join(say(", "))}</td>
              </tr>
            ))}
          </tbody>
        </Rights>
      )}
    </Section>
  );
}

function actionsOn({ path }: PageEntry, permissions: Permissions): readonly string[] {
  return Object.entries(actionFlags)
    .filter(([, flag]) => can({ permissions }, { page: path, flag }))
    .map(([action]) => {
      const said = sayName(action);
      return said === action ? action.replace(/([a-z])([A-Z])/g, "$1 $2") : said;
    });
}

function nameOf({ title, parent }: PageEntry): string {
  const above = pages.find(({ path }) => path === parent);
  return above ? `${sayName(above.title)} / ${sayName(title)}` : sayName(title);
}

const Rights = styled.table`
  ${({ theme: t }) => css`
    inline-size: 100%;
    border-collapse: collapse;

    th,
    td {
      padding: ${t.space.s} ${t.space.m} ${t.space.s} 0;
      border-block-end: 1px solid ${t.color.line};
      font-weight: 400;
      text-align: start;
      vertical-align: baseline;
    }

    thead th {
      ${type("meta")}
      color: ${t.color.ink2};
      border-block-end-color: ${t.color.line2};
    }

    tbody th {
      inline-size: 50%;
    }
  `}
`;

const Path = styled.bdi`
  ${type("meta")}
  display: inline-block;
  color: ${({ theme }) => theme.color.ink2};
  overflow-wrap: anywhere;
`;
