import { IconAlertTriangle, IconHandStop } from '@tabler/icons-react';
import clsx from 'clsx';
import { PlayerToken } from '@/components/ui/player-token';
import type { Message } from '@/lib/booking';
import classes from './agent-cue.module.css';
import { AGENT_SEED } from './chat-panel';
import type { FailedCall } from './relay-page';

/** The last call of an agent, while nothing has followed it but the opening of a stage. */
export function lastCall(messages: readonly Message[]): Message | null {
  const last = messages.findLast(({ type }) => type !== 'system');
  return last?.type === 'agent' && last.action ? last : null;
}

/** What the system said last, such as which seats were taken, while neither the person nor an agent has gone on. */
export function lastNotice(messages: readonly Message[]): string | null {
  const last = messages.findLast(({ type, spec }) => type !== 'system' || !spec);
  return last?.type === 'system' ? (last.text ?? null) : null;
}

/** What the agent has just done and why, above the stage. A call that was refused because the person has taken over is no fault. */
export function AgentCue({
  call,
  failed,
  isHeld,
  isReserved,
}: {
  call: Message | null;
  failed: FailedCall | null;
  /** Whether the person has taken over. */
  isHeld: boolean;
  /** Whether an agent is here, so that the place is kept free. */
  isReserved: boolean;
}) {
  const isShown = failed !== null || call !== null;
  const isFault = failed !== null && !isHeld;
  return (
    <div
      className={clsx(classes.cue, isReserved && classes.reserved, isShown && classes.shown, isFault && classes.failed)}
      aria-live="polite"
    >
      {failed && isHeld ? (
        <>
          <IconHandStop size={20} stroke={1.75} aria-hidden />
          <p>
            <strong>You are in control.</strong> The agent wanted to call {failed.toolName}, and waits.
          </p>
        </>
      ) : failed ? (
        <>
          <IconAlertTriangle size={20} stroke={1.75} aria-hidden />
          <p>
            <strong>The agent could not call {failed.toolName}.</strong> {failed.message}
          </p>
        </>
      ) : (
        call && (
          <>
            <PlayerToken seed={AGENT_SEED} kind="agent" size={24} />
            <p>
              <strong>{call.label}.</strong> {call.text}
            </p>
          </>
        )
      )}
    </div>
  );
}
