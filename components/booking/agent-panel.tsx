'use client';
import { IconHandStop, IconPlayerPlay, IconPlugConnected, IconRobot } from '@tabler/icons-react';
import clsx from 'clsx';
import { Button } from '@/components/ui/button';
import { PlayerToken } from '@/components/ui/player-token';
import { Toggle } from '@/components/ui/toggle';
import shared from '../ui/shared.module.css';
import classes from './agent-panel.module.css';
import { AGENT_SEED } from './chat-panel';
import type { RelayPage } from './relay-page';
import type { RelayActions } from './use-relay';

function describePresence({ agents, isHeld, status }: RelayPage): string {
  if (status === 'reconnecting') return 'Reconnecting…';
  if (status === 'replaced') return 'Open in another tab';
  if (agents === 0) return 'No agent connected';
  const who = agents === 1 ? 'Agent connected' : `${agents} agents connected`;
  return isHeld ? `${who}, you are in control` : who;
}

/** Who is here, and what the person can do about it. */
export function AgentPanel({
  page,
  actions,
  onConnect,
  onExample,
  isExampleRunning,
}: {
  page: RelayPage;
  actions: RelayActions;
  onConnect: () => void;
  onExample: () => void;
  isExampleRunning: boolean;
}) {
  const { agents, isHeld, asksFirst, sessionId, status } = page;
  const isHere = agents > 0;
  const isLive = status === 'live';
  return (
    <div className={classes.panel}>
      <p className={clsx(classes.pill, isHere && isLive && classes.here)} role="status">
        {isHere ? (
          <PlayerToken seed={AGENT_SEED} kind="agent" size={22} />
        ) : (
          <span className={classes.dot} aria-hidden />
        )}
        {describePresence(page)}
      </p>
      <div className={shared.wrap8}>
        {isHere && (
          <Button
            size="compact-sm"
            variant={isHeld ? 'filled' : 'default'}
            disabled={!isLive}
            leftSection={
              isHeld ? <IconPlayerPlay size={15} aria-hidden /> : <IconHandStop size={15} stroke={1.75} aria-hidden />
            }
            onClick={() => actions.setHeld(!isHeld)}
          >
            {isHeld ? 'Let the agent go on' : 'Take over'}
          </Button>
        )}
        {sessionId !== null && (
          <Button size="compact-sm" variant="default" disabled={!isLive} onClick={actions.endSession}>
            Stop the session
          </Button>
        )}
        <Button
          size="compact-sm"
          variant={isHere ? 'default' : 'filled'}
          leftSection={<IconPlugConnected size={15} stroke={1.75} aria-hidden />}
          onClick={onConnect}
        >
          {isHere ? 'Connect another' : 'Connect an agent'}
        </Button>
        {!isHere && (
          <Button
            size="compact-sm"
            variant="default"
            leftSection={<IconRobot size={15} stroke={1.75} aria-hidden />}
            loading={isExampleRunning}
            onClick={onExample}
          >
            Try an example agent
          </Button>
        )}
      </div>
      <Toggle label="Ask me before it books" checked={asksFirst} onChange={(isOn) => actions.setAsksFirst(isOn)} />
    </div>
  );
}
