import type { ComponentProps } from "react";
import { Link } from "react-router-dom";
import styled, { css } from "styled-components";
import { Icon } from "../../ui/icon/Icon.tsx";
import { touchSize, typography } from "../../ui/theme/theme.ts";

interface PendingLinkProps {
  to: string;
  icon: ComponentProps<typeof Icon>["name"];
  label: string;
  count: number;
}

/** In the header: how many records wait for the user, as a link to them. */
export function PendingLink({ to, icon, label, count }: PendingLinkProps) {
  return (
    <CountLink to={to} title={label} aria-label={label}>
      <Icon name={icon} />
      <Count aria-hidden="true">{count}</Count>
    </CountLink>
  );
}

const CountLink = styled(Link)`
  ${({ theme }) => css`
    display: inline-flex;
    flex: none;
    align-items: center;
    gap: ${theme.space.xs};
    min-block-size: ${touchSize(theme.size.button)};
    padding-inline: ${theme.space.s};
    border-radius: ${theme.radius.button};
    background: ${theme.color.amberSoft};
    color: ${theme.color.amber};
    text-decoration: none;
  `}
`;

const Count = styled.span`
  ${typography("metaStrong")}
`;
