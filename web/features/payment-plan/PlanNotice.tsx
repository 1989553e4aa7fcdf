import type { ReactNode } from "react";
import styled, { css } from "styled-components";
import { type } from "../../theme.ts";
import { Icon, type IconName } from "../../ui/Icon.tsx";

interface PlanNoticeProps {
  icon: IconName;
  title: string;
  text?: string;
  /** The way on. */
  children: ReactNode;
}

/** Why there is no plan to see, and the way on. */
export function PlanNotice({ icon, title, text, children }: PlanNoticeProps) {
  return (
    <Panel>
      <title>{title}</title>
      <Icon name={icon} large />
      <Title>{title}</Title>
      {text && <p>{text}</p>}
      {children}
    </Panel>
  );
}

const Panel = styled.main`
  ${({ theme: t }) => css`
    display: flex;
    flex-direction: column;
    align-items: center;
    gap: ${t.space.m};
    padding: ${t.space.xxl} ${t.size.gutter};
    color: ${t.color.ink2};
    text-align: center;

    a {
      ${type("strong")}
    }

    ${t.phone} {
      a {
        padding-block: ${t.space.m};
      }
    }
  `}
`;

const Title = styled.h1`
  ${type("report")}
  color: ${({ theme }) => theme.color.ink};
`;
