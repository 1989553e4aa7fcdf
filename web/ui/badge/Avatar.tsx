import styled, { css } from "styled-components";
import { personColor, typography } from "../theme/theme.ts";

interface AvatarProps {
  name: string;
  large?: boolean;
}

/** A person's initials on the colour of their name. Hidden from screen readers, because the parent shows the name. */
export function Avatar({ name, large = false }: AvatarProps) {
  return (
    <Disc aria-hidden="true" title={name} $name={name} $large={large}>
      {getInitials(name)}
    </Disc>
  );
}

function getInitials(name: string): string {
  const words = name.split(/[\s.]+/).filter(Boolean);
  const firstAndLast = words.length > 1 ? [words[0], words.at(-1)] : [words[0] ?? "?"];
  return firstAndLast
    .map((word = "") => [...word][0])
    .join("")
    .toUpperCase();
}

const Disc = styled.span<{ $name: string; $large: boolean }>`
  ${typography("avatar")}
  ${({ theme, $name, $large }) => css`
    display: inline-grid;
    flex: none;
    place-items: center;
    inline-size: ${$large ? theme.size.avatarLarge : theme.size.avatar}px;
    block-size: ${$large ? theme.size.avatarLarge : theme.size.avatar}px;
    border-radius: ${theme.radius.round};
    background: ${personColor(theme, $name)};
    color: ${theme.color.onAccent};
    user-select: none;
  `}
`;
