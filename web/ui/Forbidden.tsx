import { Link } from "react-router-dom";
import styled, { css } from "styled-components";
import { messages } from "../../shared/messages.ts";
import { say, sayMessage } from "../lib/language.ts";
import { type } from "../theme.ts";
import { Icon, type IconName } from "./Icon.tsx";

/** In place of a page or tab its visitor may not see. */
export function Forbidden() {
  return <Notice icon="lock" text={sayMessage(messages.forbidden)} way={say("Return to Dashboard")} />;
}

/** In place of a page that does not exist. */
export function NotFound() {
  return (
    <Notice
      icon="search"
      text={say("We couldn't find the page you were looking for.")}
      way={say("Return to Dashboard")}
    />
  );
}

interface NoticeProps {
  icon: IconName;
  text: string;
  way: string;
}

function Notice({ icon, text, way }: NoticeProps) {
  return (
    <Panel>
      <Icon name={icon} large />
      <Text>{text}</Text>
      <Way to="/">{way}</Way>
    </Panel>
  );
}

const Panel = styled.section`
  ${({ theme: t }) => css`
    display: flex;
    flex-direction: column;
    align-items: center;
    gap: ${t.space.m};
    padding: ${t.space.xxl} ${t.size.gutter};
    color: ${t.color.ink3};
    text-align: center;
  `}
`;

const Text = styled.h2`
  ${type("report")}
  color: ${({ theme }) => theme.color.ink};
`;

const Way = styled(Link)`
  ${type("strong")}
  ${({ theme: t }) => css`
    ${t.phone} {
      padding-block: ${t.space.m};
    }
  `}
`;
