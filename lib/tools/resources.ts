import type { AnyGame } from '@/lib/core/game';
import { agentStreamForms } from '@/lib/domain/streams';
import { ALL_GAMES, gameById } from '@/lib/games';
import { GATEWAY_GUIDE } from './guide';
import { streamOfLeagueUri } from './league-resources';
import type { Prompt, Resource } from './resource';
import { WEREWOLF_PROMPTS, WEREWOLF_RULES } from './werewolf-guide';

export type { Prompt } from './resource';

const guide: Resource = {
  toolset: 'gateway',
  uri: 'botplay://guide',
  name: 'guide',
  title: 'How to play',
  description: 'From the first call to the end of a match.',
  mimeType: 'text/markdown',
  read: () => GATEWAY_GUIDE,
};

const stateStrings: Resource = {
  toolset: 'games',
  uri: 'botplay://guide/games',
  name: 'games',
  title: 'Tools and state strings of each game',
  description: 'Which tools belong to which game, how its position is written, and an example of a call.',
  mimeType: 'text/markdown',
  read: () => ['# Games as plain functions', ...ALL_GAMES.map(adapterText).filter(Boolean)].join('\n\n'),
};

/** How to call the stateless tools of a game; empty for a game without them. */
function adapterText({ title, statelessAdapter: adapter }: AnyGame): string {
  if (!adapter) return '';
  const { begin, apply, legal, choose, keepsGames, stateField, stateFormat, example } = adapter;
  const call = {
    ...(keepsGames ? { gameId: 'g_…' } : {}),
    [stateField]: example.position,
    ...(apply.move ? { [apply.move.field]: example.move } : {}),
  };
  const tools = [begin, apply, legal, choose].flatMap((one) => (one ? [`- \`${one.tool}\`: ${one.title}`] : []));
  return [
    `## ${title}`,
    tools.join('\n'),
    `\`${stateField}\` is \`${stateFormat}\`.`,
    `\`${apply.tool}\` takes, for example:`,
    `\`\`\`json\n${JSON.stringify(call, null, 2)}\n\`\`\``,
  ].join('\n\n');
}

/** Every fixed resource, in the order in which it is listed. */
export function resources(): Resource[] {
  const games = ALL_GAMES.map(
    (game): Resource => ({
      toolset: 'gateway',
      uri: `botplay://games/${game.id}`,
      name: game.id,
      title: `How to play ${game.title}`,
      description: game.summary,
      mimeType: 'text/markdown',
      read: () => gameText(game.id),
    }),
  );
  return [guide, ...games, stateStrings, WEREWOLF_RULES];
}

/** The resource of a URI, or undefined. */
export function findResource(uri: string): Resource | undefined {
  return resources().find((resource) => resource.uri === uri);
}

function gameText(gameId: string): string {
  const game = gameById(gameId);
  if (!game) return '';
  const options: unknown = game.options.parse({});
  return [
    `# ${game.title}`,
    game.about,
    game.instructions(options),
    '## action',
    '```json',
    JSON.stringify(game.actionSchema, null, 2),
    '```',
    `Rules: ${game.rulesSource}`,
  ].join('\n\n');
}

/** Every prompt, in the order in which it is listed. */
export const PROMPTS: readonly Prompt[] = [
  {
    toolset: 'gateway',
    name: 'play',
    title: 'Play a game',
    description: 'Asks the agent to play one built-in game from start to end.',
    arguments: [
      { name: 'game', description: 'Id of the game', required: true, values: () => ALL_GAMES.map(({ id }) => id) },
    ],
    write: ({ game = '' }) => {
      const title = gameById(game)?.title ?? game;
      return `Play one game of ${title} on Botplay, from start to end. Read botplay://games/${game} first, find the experience with experiences.list, then use session.create and session.step. Wait with events.wait when it is not your turn. At the end, say how it went.`;
    },
  },
  ...WEREWOLF_PROMPTS,
];

/** A stream of events as a resource that clients can subscribe to. */
export const STREAM_TEMPLATE = {
  /** Toolsets whose endpoints list it. */
  toolsets: ['gateway', 'werewolf'],
  uriTemplate: 'botplay://streams/{stream}',
  name: 'stream',
  title: 'Events of a stream',
  description: `The newest events of ${agentStreamForms()}. Subscribe to be notified of new ones; events.wait returns them.`,
  mimeType: 'application/json',
};

/** The stream behind a URI, or null when it has none. @throws NOT_FOUND for a match or league that does not exist */
export async function streamOfUri(uri: string): Promise<string | null> {
  return namedStream(uri) ?? (await streamOfLeagueUri(uri));
}

function namedStream(uri: string): string | null {
  const word = /^botplay:\/\/streams\/([A-Za-z0-9:_%.-]+)$/.exec(uri)?.[1];
  if (word === undefined) return null;
  try {
    return decodeURIComponent(word);
  } catch {
    return null;
  }
}
