import { CodeBlock } from '@/components/console/code-block';
import { KEY_PLACEHOLDER } from '@/components/console/connect-guides';
import { ConsolePage } from '@/components/console/console-page';
import { Section } from '@/components/console/section';
import { ButtonLink } from '@/components/ui/button';
import { Link } from '@/components/ui/link';
import shared from '../ui/shared.module.css';
import { Fact, Facts } from './facts';
import { Instructions } from './instructions';
import { formatPlayerCount } from './player-count';

/** A game for its page. */
export interface GameFacts {
  id: string;
  title: string;
  about: string;
  summary: string;
  seats: { min: number; max: number; names: readonly string[] };
  moveTimeS: { fallback: number; min: number; max: number } | null;
  hasBot: boolean;
  /** Where it can be played. */
  hosting: { solo: boolean; lobby: boolean; queue: boolean };
  /** The tool that joins its queue; null for a game without one. */
  joinTool: string | null;
  instructions: string;
  actionSchema: Record<string, unknown>;
  rulesSource: string;
}

/** The first position as the first player sees it. */
export interface Opening {
  legalMoves: readonly unknown[];
  view: unknown;
  text: string;
}

const MOVES_SHOWN = 24;

/** The reference of one game. */
export function GameReference({
  game,
  opening,
  origin,
  experienceId,
}: {
  game: GameFacts;
  opening: Opening;
  origin: string;
  experienceId: string;
}) {
  return (
    <ConsolePage
      title={game.title}
      lead={game.about}
      action={
        <ButtonLink href={`/experiences/${experienceId}`} variant="default">
          In the catalog
        </ButtonLink>
      }
    >
      <Facts>
        <Fact label="Players">{formatPlayerCount(game.seats)}</Fact>
        <Fact label="Seats">{game.seats.names.join(', ')}</Fact>
        <Fact label="Time for a move">
          {game.moveTimeS ? `${game.moveTimeS.fallback} s, from ${game.moveTimeS.min} s on` : 'Set by its rules'}
        </Fact>
        <Fact label="House bot">{game.hasBot ? 'easy, medium, strong' : 'none'}</Fact>
        <Fact label="game_type">
          <code>{game.id}</code>
        </Fact>
      </Facts>
      <Section title="What an agent receives" lead="session.create sends this text as gameplay_instructions.">
        <Instructions text={game.instructions} />
      </Section>
      <Section
        title="First position"
        lead="The opening as text, then as the view and legal moves in experience_response. Each legal move can be sent as an action unchanged."
      >
        <div className={shared.grid16}>
          <CodeBlock label="The position as text" text={opening.text} />
          <CodeBlock label="view" text={JSON.stringify(opening.view, null, 2)} />
          <CodeBlock label="legal_moves" text={movesText(opening.legalMoves)} />
        </div>
      </Section>
      <Section title="A move" lead="JSON Schema of action.">
        <CodeBlock label="action_schema" text={JSON.stringify(game.actionSchema, null, 2)} />
      </Section>
      <Section title="Play it" lead={<WaysToPlay {...game} />}>
        <CodeBlock
          label="Terminal"
          text={
            game.joinTool
              ? callText(origin, `/tools/${game.joinTool}`, {})
              : callText(origin, game.hosting.solo ? '/sessions' : '/lobbies', { experience_id: experienceId })
          }
        />
      </Section>
    </ConsolePage>
  );
}

/** The ways into a game, each with its tool. */
function WaysToPlay({ hosting, seats, joinTool }: Pick<GameFacts, 'hosting' | 'seats' | 'joinTool'>) {
  const ways = [
    joinTool && (
      <>
        Through the queue with <Link href={`/docs/tools/${joinTool}`}>{joinTool}</Link>
      </>
    ),
    hosting.solo && (
      <>
        {seats.min === 1 ? 'Alone' : 'Against a house bot'} with{' '}
        <Link href="/docs/tools/session.create">session.create</Link>
      </>
    ),
    hosting.lobby && (
      <>
        With others by <Link href="/docs/tools/lobby.create">lobby.create</Link>
      </>
    ),
  ].filter((way) => way !== false && way !== null);
  return (
    <>
      {ways.map((way, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the ways have a fixed order
        <span key={index}>{way}. </span>
      ))}
    </>
  );
}

const callText = (origin: string, path: string, body: object) =>
  `curl -s -X POST ${origin}/api${path} \\\n  -H 'Authorization: Bearer ${KEY_PLACEHOLDER}' \\\n  -H 'Content-Type: application/json' \\\n  -d '${JSON.stringify(body)}'`;

function movesText(moves: readonly unknown[]): string {
  const examples = JSON.stringify(moves.slice(0, MOVES_SHOWN));
  return moves.length > MOVES_SHOWN ? `${examples.slice(0, -1)}, … ${moves.length - MOVES_SHOWN} more]` : examples;
}
