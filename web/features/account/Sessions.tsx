import { useState } from "react";
import styled, { css } from "styled-components";
import { say } from "../../lib/language.ts";
import type { Problem } from "../../lib/request.ts";
import { signOutEverywhere } from "../../lib/session.ts";
import { reasonOf } from "../../lib/useResource.ts";
import { formatMoment } from "../../moment.ts";
import { Said } from "../../Said.tsx";
import { StaleNote } from "../../StaleNote.tsx";
import { type } from "../../theme.ts";
import { Badge } from "../../ui/Badge.tsx";
import { Button } from "../../ui/Button.tsx";
import { ConfirmDialog } from "../../ui/ConfirmDialog.tsx";
import { Skeleton } from "../../ui/Skeleton.tsx";
import { showToast } from "../../ui/Toast.tsx";
import { deviceOf } from "./device.ts";
import type { OwnSession } from "./useMySessions.ts";

interface SessionsProps {
  sessions: readonly OwnSession[] | undefined;
  problem: Problem | undefined;
  onAgain: () => void;
}

/** Where one is signed in, and the way to end it all: for whoever has lost a telephone. */
export function Sessions({ sessions, problem, onAgain }: SessionsProps) {
  const [asking, setAsking] = useState(false);
  const [busy, setBusy] = useState(false);

  async function handleSignOut() {
    setBusy(true);
    try {
      showToast({ kind: "success", text: await signOutEverywhere() });
    } catch (error) {
      setAsking(false);
      showToast({ kind: "error", text: reasonOf(error) });
    } finally {
      setBusy(false);
    }
  }

  return (
    <>
      <StaleNote problem={problem} shown onAgain={onAgain} />
      {!sessions && !problem && <Skeleton rows={2} />}
      {sessions && (
        <List>
          {sessions.map((session) => (
            <Line key={session.SessionID}>
              <span>
                <Device>{deviceText(session.Agent)}</Device>
                <When>
                  <Said
                    text="Signed in on {moment}"
                    with={{ moment: <bdi dir="ltr">{formatMoment(new Date(session.CreatedAt))}</bdi> }}
                  />
                </When>
              </span>
              {session.IsThis && <Badge tone="good">{say("This device")}</Badge>}
            </Line>
          ))}
        </List>
      )}
      <Button variant="danger" icon="logout" onClick={() => setAsking(true)}>
        {say("Sign out everywhere")}
      </Button>
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title={say("Sign out everywhere?")}
        text={say("Every device is signed out at once, this one too. You sign in again with your password.")}
        confirmLabel={say("Sign out everywhere")}
        busy={busy}
        onConfirm={() => void handleSignOut()}
      />
    </>
  );
}

function deviceText(agent: string): string {
  const { browser, system } = deviceOf(agent);
  if (browser && system) return say("{browser} on {system}", { browser, system });
  return browser ?? system ?? say("Another device");
}

const List = styled.ul`
  ${({ theme: t }) => css`
    max-inline-size: ${t.size.dialog.m};
    margin-block-end: ${t.space.l};
    border-block-start: 1px solid ${t.color.line};
  `}
`;

const Line = styled.li`
  ${({ theme: t }) => css`
    display: flex;
    align-items: center;
    justify-content: space-between;
    gap: ${t.space.m};
    padding-block: ${t.space.s};
    border-block-end: 1px solid ${t.color.line};
  `}
`;

const Device = styled.span`
  ${type("strong")}
  display: block;
`;

const When = styled.span`
  ${type("meta")}
  color: ${({ theme }) => theme.color.ink3};
`;
