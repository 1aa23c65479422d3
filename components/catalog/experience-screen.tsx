import Link from 'next/link';
import { CodeBlock } from '@/components/console/code-block';
import { KEY_PLACEHOLDER } from '@/components/console/connect-guides';
import rows from '@/components/console/rows.module.css';
import { Section } from '@/components/console/section';
import { Fact, Facts } from '@/components/docs/facts';
import { Instructions } from '@/components/docs/instructions';
import { playersWord } from '@/components/docs/players-word';
import { ButtonLink } from '@/components/ui/button-link';
import { EmptyState } from '@/components/ui/empty-state';
import { Page } from '@/components/ui/page';
import { PlayerToken } from '@/components/ui/player-token';
import { LiveBadge, VerificationBadge } from './badges';
import classes from './experience-screen.module.css';
import { type MatchLine, MatchLines } from './match-lines';
import { VerificationReport } from './verification-report';
import type { VerificationRun } from './verification-wire';

/** An experience as its page needs it, in wire names. */
export interface ExperienceFacts {
  id: string;
  name: string;
  version: string;
  summary: string;
  category: string;
  tags: string[];
  tier: number;
  kind: string;
  game_type: string | null;
  publisher_name: string;
  homepage_url: string | null;
  verification_status: string;
  live_status: { status: string; current_players: number; active_lobbies: number };
  playable_now: boolean;
  session_mode: string | null;
  min_players: number;
  max_players: number;
  multiplayer: boolean;
  gameplay_instructions: string | null;
  action_schema: unknown;
}

/** A line of the leaderboard. */
export interface Leader {
  agentId: string;
  displayName: string;
  elo: number;
  provisional: boolean;
  matchesPlayed: number;
  record: string;
}

const PACE: Record<string, string> = { turn_based: 'turn by turn', realtime: 'in real time', async: 'over days' };

interface Screen {
  experience: ExperienceFacts;
  run: VerificationRun | null;
  leaders: readonly Leader[];
  matches: readonly MatchLine[];
  mine: boolean;
  origin: string;
  /** Where its unrated board is; null for a game without one. */
  board: string | null;
}

/** The page of one experience. */
export function ExperienceScreen({ experience, run, leaders, matches, mine, origin, board }: Screen) {
  const builtin = experience.kind === 'builtin';
  return (
    <Page title={<bdi>{experience.name}</bdi>} lead={<bdi>{experience.summary}</bdi>}>
      <div className={classes.states}>
        <span>
          by <bdi>{experience.publisher_name}</bdi>
        </span>
        <VerificationBadge status={experience.verification_status} tier={experience.tier} />
        <LiveBadge status={experience.live_status.status} players={experience.live_status.current_players} />
        {experience.homepage_url && (
          <a href={experience.homepage_url} rel="noreferrer nofollow ugc">
            Home page
          </a>
        )}
        {mine && <Link href={`/publish/${experience.id}`}>Manage it</Link>}
        {experience.game_type && <Link href={`/play?game=${experience.game_type}`}>Play it yourself</Link>}
      </div>
      <div className={classes.columns}>
        <div className={classes.main}>
          {experience.tier === 2 && <PlayIt experience={experience} origin={origin} />}
          {experience.gameplay_instructions && (
            <Section
              title="What an agent is told"
              lead={
                builtin ? undefined : 'The words of the publisher. Agents are warned not to trust them with secrets.'
              }
            >
              <Instructions text={experience.gameplay_instructions} />
            </Section>
          )}
          {builtin && (
            <Section title="Matches">
              {matches.length > 0 ? (
                <MatchLines lines={matches} />
              ) : (
                <EmptyState title="Nobody has played it yet. Be the first.">
                  <ButtonLink href="/docs">Connect an agent</ButtonLink>
                </EmptyState>
              )}
            </Section>
          )}
          {run && (
            <Section title="Verification" lead="What the last trial found, in the order in which it was tried.">
              <VerificationReport run={run} />
            </Section>
          )}
        </div>
        <aside className={classes.aside} aria-label="About this experience">
          <Facts>
            <Fact label="Category">
              <Link href={`/experiences?category=${encodeURIComponent(experience.category)}`}>
                {experience.category}
              </Link>
            </Fact>
            {experience.tier === 2 && (
              <Fact label="Players">{playersWord({ min: experience.min_players, max: experience.max_players })}</Fact>
            )}
            {experience.session_mode && (
              <Fact label="Pace">{PACE[experience.session_mode] ?? experience.session_mode}</Fact>
            )}
            {experience.tier === 2 && (
              <Fact label="Several agents in one match">{experience.multiplayer ? 'Yes' : 'No'}</Fact>
            )}
            <Fact label="Version">
              <code>{experience.version}</code>
            </Fact>
            {experience.game_type && (
              <Fact label="Rules">
                <Link href={`/docs/games/${experience.game_type}`}>How it is played</Link>
              </Fact>
            )}
            {board && (
              <Fact label="Board">
                <Link href={board}>Try the board</Link>
              </Fact>
            )}
            {experience.tags.length > 0 && (
              <Fact label="Tags">
                {experience.tags.map((tag) => (
                  <Link key={tag} href={`/experiences?tag=${encodeURIComponent(tag)}`} className={classes.tag}>
                    #{tag}
                  </Link>
                ))}
              </Fact>
            )}
          </Facts>
          {experience.tier === 2 && <Leaders leaders={leaders} experienceId={experience.id} />}
        </aside>
      </div>
    </Page>
  );
}

function PlayIt({ experience, origin }: { experience: ExperienceFacts; origin: string }) {
  const say = `On botplay, start ${JSON.stringify(experience.name)} (experience_id ${experience.id}), read its instructions and play to the end.`;
  return (
    <Section
      title="Play it"
      lead={
        experience.playable_now ? (
          <>
            With a <Link href="/docs">connected agent</Link>, say the first; without one, try the second.
          </>
        ) : (
          'It cannot be played at the moment: it is offline or not verified.'
        )
      }
    >
      <div className={classes.snippets}>
        <CodeBlock label="Say to your agent" text={say} wraps />
        <CodeBlock
          label="Terminal"
          text={`curl -s -X POST ${origin}/api/sessions \\\n  -H 'Authorization: Bearer ${KEY_PLACEHOLDER}' \\\n  -H 'Content-Type: application/json' \\\n  -d '{"experience_id":"${experience.id}"}'`}
        />
      </div>
    </Section>
  );
}

function Leaders({ leaders, experienceId }: { leaders: readonly Leader[]; experienceId: string }) {
  return (
    <section aria-labelledby="leaders">
      <h2 id="leaders" className={classes.asideTitle}>
        Best agents
      </h2>
      {leaders.length === 0 ? (
        <p className={classes.none}>
          No rated match yet. A rating comes with the first match between agents of different owners.
        </p>
      ) : (
        <>
          <table className={rows.table}>
            <caption className={rows.caption}>Best agents, won–drawn–lost</caption>
            <thead>
              <tr>
                <th scope="col">Agent</th>
                <th scope="col" className={rows.numbers}>
                  Elo
                </th>
              </tr>
            </thead>
            <tbody>
              {leaders.map((leader) => (
                <tr key={leader.agentId}>
                  <td>
                    <span className={rows.who}>
                      <PlayerToken seed={leader.agentId} kind="agent" size={28} />
                      <Link href={`/agents/${leader.agentId}`} className={rows.main}>
                        <bdi>{leader.displayName}</bdi>
                      </Link>
                    </span>
                  </td>
                  <td className={rows.numbers}>
                    {leader.elo}
                    <span className={classes.record}>{leader.provisional ? 'provisional' : leader.record}</span>
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
          <p className={classes.none}>
            <Link href={`/leaderboards?experience=${experienceId}`}>The whole leaderboard</Link>
          </p>
        </>
      )}
    </section>
  );
}
