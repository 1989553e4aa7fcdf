import styled, { css } from "styled-components";
import { say } from "../lib/language.ts";
import { type } from "../theme.ts";

export type ConnectionState =
  | { kind: "live" }
  | { kind: "reconnecting"; seconds: number }
  /** `since` as shown, e.g. "16:40". */
  | { kind: "offline"; since: string }
  /** As many windows as anybody may have are open already. */
  | { kind: "crowded" };

interface ConnectionDotProps {
  state: ConnectionState;
  /** Where nothing is followed yet, what answers. */
  liveText?: string;
}

/** Whether what is on the screen is still true. The passing seconds are seen, not announced. */
export function ConnectionDot({ state, liveText = say("Live") }: ConnectionDotProps) {
  return (
    <Line role="status">
      <Dot aria-hidden="true" $kind={state.kind} />
      {state.kind === "live" && liveText}
      {state.kind === "reconnecting" && (
        <span>
          {say("Reconnecting")}
          <span aria-hidden="true">{say(", {seconds} s", { seconds: state.seconds })}</span>
        </span>
      )}
      {state.kind === "crowded" && (
        <span title={say("Close a window that you do not need, and this one is live again.")}>
          {say("Too many windows")}
        </span>
      )}
      {state.kind === "offline" && say("Offline since {time}", { time: state.since })}
    </Line>
  );
}

const Line = styled.span`
  ${type("meta")}
  ${({ theme: t }) => css`
    display: inline-flex;
    flex: none;
    align-items: center;
    gap: ${t.space.s};
    color: ${t.color.ink2};
    white-space: nowrap;
  `}
`;

const Dot = styled.span<{ $kind: ConnectionState["kind"] }>`
  ${({ theme: t, $kind }) => css`
    inline-size: ${t.size.dot}px;
    block-size: ${t.size.dot}px;
    border-radius: ${t.radius.round};
    ${$kind === "live" && `background: ${t.color.accent}; box-shadow: 0 0 0 ${t.size.halo}px ${t.color.accentSoft};`}
    ${
      $kind === "reconnecting" &&
      `background: ${t.color.amberFig}; box-shadow: 0 0 0 ${t.size.halo}px ${t.color.amberSoft};`
    }
    ${($kind === "offline" || $kind === "crowded") && `border: ${t.size.ring} solid ${t.color.red};`}
  `}
`;
