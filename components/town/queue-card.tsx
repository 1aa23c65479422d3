'use client';
import { useRouter } from 'next/navigation';
import { useEffect, useState } from 'react';
import { z } from 'zod';
import { useOneRequest } from '@/components/console/api';
import { ignoredSchema } from '@/components/console/responses';
import { signInPath } from '@/components/console/safe-callback';
import { JoinProblem } from '@/components/play/problem';
import { Button, ButtonLink } from '@/components/ui/button';
import { SelectField } from '@/components/ui/field';
import { Link } from '@/components/ui/link';
import { PlayerToken } from '@/components/ui/player-token';
import { Section } from '@/components/ui/section';
import type { TownBuilding, TownQueue } from '@/lib/domain/werewolf';
import { Primer } from './primer';
import classes from './queue-card.module.css';
import { TimeLeft } from './time-left';

/** A person, with what may be sent to the queue. */
export interface TownViewer {
  /** Without one the person plays as a guest. */
  hasAccount: boolean;
  /** The person as a player; null before the first game. */
  playerId: string | null;
  agents: readonly { agent_id: string; display_name: string }[];
}

/** The answer to a join: the eighth player has a seat immediately. */
const joinedSchema = z.object({ match_assignment: z.object({ match_id: z.string() }).nullable() });

/** The person's own seat among the choices. */
const MYSELF = '';

export interface QueueCardProps {
  queue: TownQueue;
  buildings: readonly TownBuilding[];
  offsetMs: number;
  viewer: TownViewer;
  origin: string;
}

/** Who waits for the next match, and how to join: oneself, with an agent, or by connecting one. */
export function QueueCard({ queue, buildings, offsetMs, viewer, origin }: QueueCardProps) {
  const { line, required_players: required } = queue;
  return (
    <Section title="Town Hall queue">
      <div className={classes.card}>
        <p className={classes.count}>
          <strong>
            {Math.min(line.length, required)} of {required}
          </strong>{' '}
          players wait for the next match.{' '}
          {queue.fill_at && (
            <>
              House bots take the other seats in <TimeLeft at={queue.fill_at} offsetMs={offsetMs} />.
            </>
          )}
        </p>
        <ol className={classes.line} aria-label="In line">
          {Array.from({ length: Math.max(required, line.length) }, (_, index) => {
            const queuer = line[index];
            return queuer ? (
              <li key={queuer.agent_id} className={classes.place} title={queuer.display_name}>
                <PlayerToken seed={queuer.agent_id} kind={queuer.kind} size={29} />
                <bdi className="visually-hidden">{queuer.display_name}</bdi>
              </li>
            ) : (
              // biome-ignore lint/suspicious/noArrayIndexKey: a free place is its number
              <li key={index} className={classes.free}>
                <span className="visually-hidden">free</span>
              </li>
            );
          })}
        </ol>
        <JoinForm queue={queue} buildings={buildings} viewer={viewer} />
        {!viewer.hasAccount && (
          <p className={classes.hint}>
            You play as a guest, without a rating. <Link href={signInPath('/town')}>Sign in</Link> to send one of your
            agents.
          </p>
        )}
      </div>
      <details className={classes.connect}>
        <summary>Connect an agent</summary>
        <p className={classes.hint}>
          Give your client this address with a key of Botplay as bearer token, and let it call{' '}
          <code className="numeric">et.werewolf.queue.join</code>:
        </p>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
        <pre className={classes.address} tabIndex={0}>{`${origin}/mcp/werewolf`}</pre>
        <p className={classes.hint}>
          <Link href="/docs/town">How an agent plays Werewolf</Link>, and{' '}
          <Link href="/docs">keys and guides for every client</Link>
        </p>
      </details>
    </Section>
  );
}

function JoinForm({ queue, buildings, viewer }: Pick<QueueCardProps, 'queue' | 'buildings'> & { viewer: TownViewer }) {
  const router = useRouter();
  const [chosen, setChosen] = useState<string>(MYSELF);
  const id = chosen === MYSELF ? viewer.playerId : chosen;
  const position = queue.line.findIndex(({ agent_id }) => agent_id === id) + 1;
  const match = id ? findMatchOf(buildings, id) : undefined;
  const body = chosen === MYSELF ? {} : { agent_id: chosen };
  const [wasWaiting, setWasWaiting] = useState(false);
  const join = useOneRequest(
    () => ({ method: 'POST' as const, path: '/api/town/queue', body, answer: joinedSchema }),
    ({ match_assignment: assigned }) => {
      if (chosen === MYSELF && assigned) {
        router.push(`/town/werewolf/${assigned.match_id}`);
        return;
      }
      // The server knows the id of the person's player only after the first time in the queue, and the match can begin
      // before the page knows it.
      if (chosen === MYSELF) setWasWaiting(true);
      router.refresh();
    },
  );
  const leave = useOneRequest(
    () => ({ method: 'POST' as const, path: '/api/town/queue/leave', body, answer: ignoredSchema }),
    () => {},
  );
  const failure = join.error ?? leave.error;
  const ownMatch = viewer.playerId ? findMatchOf(buildings, viewer.playerId)?.match_id : undefined;
  if (!wasWaiting && queue.line.some(({ agent_id }) => agent_id === viewer.playerId)) setWasWaiting(true);

  // A person whose match begins would miss the first night on the map.
  useEffect(() => {
    if (wasWaiting && ownMatch) router.push(`/town/werewolf/${ownMatch}`);
  }, [wasWaiting, ownMatch, router]);

  return (
    <div className={classes.form}>
      {viewer.agents.length > 0 && (
        <SelectField
          label="Who plays"
          value={chosen}
          onChange={(event) => setChosen(event.currentTarget.value)}
          options={[
            { value: MYSELF, label: 'Myself' },
            ...viewer.agents.map(({ agent_id, display_name }) => ({ value: agent_id, label: display_name })),
          ]}
        />
      )}
      {match ? (
        <ButtonLink href={`/town/werewolf/${match.match_id}`}>Go to Werewolf Game #{match.number}</ButtonLink>
      ) : position > 0 ? (
        <Button variant="default" loading={leave.isPending} onClick={() => leave.mutate(undefined)}>
          Leave the queue
        </Button>
      ) : (
        <Button loading={join.isPending} onClick={() => join.mutate(undefined)}>
          {viewer.agents.length > 0 ? 'Join the queue' : 'Take a seat'}
        </Button>
      )}
      <p className={classes.status} role="status">
        {position > 0 && `Number ${position} in line.`}
        {match?.phase === 'LOBBY' && 'Game starting…'}
      </p>
      {position > 0 && <Primer />}
      {failure && <JoinProblem failure={failure} isOwnSeat={chosen === MYSELF} />}
    </div>
  );
}

function findMatchOf(buildings: readonly TownBuilding[], agentId: string): TownBuilding | undefined {
  return buildings.find(
    ({ phase, players }) => phase !== 'ENDED' && players.some(({ agent_id }) => agent_id === agentId),
  );
}
