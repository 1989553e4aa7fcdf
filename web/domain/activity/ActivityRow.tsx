import type { ReactNode } from "react";
import styled, { css } from "styled-components";
import { Avatar } from "../../ui/badge/Avatar.tsx";
import { Icon } from "../../ui/icon/Icon.tsx";

interface ActivityRowProps {
  kind: string;
  /** As it is said on the screen. */
  name: string;
  children: ReactNode;
}

/** What somebody did, beside their face; what the calendar did has a clock. */
export function ActivityRow({ kind, name, children }: ActivityRowProps) {
  return (
    <Row>
      {kind === "penalty applied" ? <Icon name="clock-alert" /> : <Avatar name={name} />}
      <div>{children}</div>
    </Row>
  );
}

/** Who did it, within the sentence. */
export function actorName(name: string): ReactNode {
  return (
    <strong>
      <bdi>{name}</bdi>
    </strong>
  );
}

const Row = styled.div`
  ${({ theme }) => css`
    display: grid;
    grid-template-columns: ${theme.size.avatar}px minmax(0, 1fr);
    gap: ${theme.space.s};
    align-items: start;
    overflow-wrap: anywhere;

    > :first-child {
      color: ${theme.color.textSubtle};
    }

    > span[title] {
      color: ${theme.color.onAccent};
    }

    strong {
      font-weight: 600;
    }
  `}
`;
