import type { ReactNode } from "react";
import styled from "styled-components";
import { PageMessage } from "../../ui/feedback/PageMessage.ts";
import { Icon, type IconName } from "../../ui/icon/Icon.tsx";

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
    <Panel as="main">
      <title>{title}</title>
      <Icon name={icon} large />
      <h1>{title}</h1>
      {text && <p>{text}</p>}
      {children}
    </Panel>
  );
}

const Panel = styled(PageMessage)`
  color: ${({ theme }) => theme.color.textMuted};
`;
