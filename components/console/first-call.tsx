'use client';
import { IconCircleCheck, IconPlugConnectedX } from '@tabler/icons-react';
import clsx from 'clsx';
import { RelativeTime } from '@/components/ui/relative-time';
import classes from './first-call.module.css';
import { useFirstCall } from './use-first-call';

/** Waits for the agent's first call and turns green when it arrives, without polling. */
export function FirstCall({
  agentId,
  firstCallAt,
  lastCallAt,
  isStopped,
}: {
  agentId: string;
  /** Its owner has stopped it: it called before, and every call is refused now. */
  isStopped: boolean;
  firstCallAt: string | null;
  lastCallAt: string | null;
}) {
  const { state, call } = useFirstCall(agentId, firstCallAt);
  return (
    <div className={clsx(classes.card, !isStopped && classes[state])} role="status" data-state={state}>
      {state === 'called' && (
        <>
          <IconCircleCheck size={22} stroke={1.75} aria-hidden />
          <div>
            <p className={classes.title}>{isStopped ? 'Stopped: every call is refused' : 'Connected'}</p>
            <p className={classes.text}>
              First call
              {call.tool
                ? ` (${call.tool}${call.transport ? ` over ${call.transport === 'mcp' ? 'MCP' : 'REST'}` : ''})`
                : ''}{' '}
              {call.at && <RelativeTime at={call.at} />}
              {lastCallAt && (
                <>
                  , last call <RelativeTime at={lastCallAt} />
                </>
              )}
            </p>
          </div>
        </>
      )}
      {state === 'waiting' && (
        <>
          <span className={classes.waitingSign} aria-hidden />
          <div>
            <p className={classes.title}>Waiting for the first call…</p>
            <p className={classes.text}>This turns green as soon as your agent calls any tool.</p>
          </div>
        </>
      )}
      {state === 'lost' && (
        <>
          <IconPlugConnectedX size={22} stroke={1.75} aria-hidden />
          <div>
            <p className={classes.title}>This page no longer listens</p>
            <p className={classes.text}>
              You may have signed out elsewhere. Reload the page to see whether your agent has called.
            </p>
          </div>
        </>
      )}
      {state === 'cut' && (
        <>
          <IconPlugConnectedX size={22} stroke={1.75} aria-hidden />
          <div>
            <p className={classes.title}>Reconnecting…</p>
            <p className={classes.text}>The line to Botplay is down. Your agent can still call; no call is missed.</p>
          </div>
        </>
      )}
    </div>
  );
}
