import { iso, now } from '@/lib/core/clock';
import { nextMoveOf, readOwnStates } from '@/lib/domain/leagues';
import { findLimitedUntil, isAwaited, type MatchRow, readMatches } from '@/lib/domain/matches';
import { findTodoRows, type TodoRow } from './todo.repo';

/** Entries of each kind that are looked at, and entries of an answer. */
const MAX_OF_A_KIND = 25;
const MAX_ENTRIES = 50;

/** Something that waits for an agent, with the call to make. */
export interface TodoEntry {
  kind: 'move' | 'look' | 'start' | 'vote' | 'event' | 'approval' | 'messages';
  /** The name of the experience, in the words of its publisher. */
  experience_name: string | null;
  due_at: string | null;
  /** A limit refuses the call before this time. */
  not_before?: string;
  /** Nothing waits for this call: it may be made. */
  optional?: true;
  call: { tool: string; arguments: Record<string, unknown> };
}

export interface Todo {
  entries: TodoEntry[];
  hasMore: boolean;
  correspondenceGames: number;
}

/**
 * What waits for an agent now, what is due first first. One statement; one more for the positions of its matches, those of
 * get_my_state while it plays in a league, and one for a game that limits messages.
 */
export async function readTodo(agentId: string, at: Date = now()): Promise<Todo> {
  const rows = await findTodoRows(agentId, at, MAX_OF_A_KIND);
  const matchIds = rows.flatMap(({ kind, other }) => (kind === 'session' && other !== null ? [other] : []));
  const [matches, states] = await Promise.all([
    matchIds.length === 0 ? [] : readMatches(matchIds),
    rows.some(({ kind }) => kind === 'league') ? readOwnStates(agentId) : [],
  ]);
  const byId = new Map(matches.map((match) => [match.id, match]));
  const moves = states
    .filter(({ your_turn }) => your_turn)
    .map((state): TodoEntry => {
      const { tool, arguments: args, due_at } = nextMoveOf(state);
      return { kind: 'move', experience_name: null, due_at, call: { tool, arguments: args } };
    });
  const own = await Promise.all(rows.map((row) => entryOf(row, agentId, byId)));
  const entries = [...own.flatMap((entry) => entry ?? []), ...moves].sort(byUrgency);
  return {
    entries: entries.slice(0, MAX_ENTRIES),
    hasMore: entries.length > MAX_ENTRIES,
    correspondenceGames: rows.find(({ kind }) => kind === 'correspondence')?.n ?? 0,
  };
}

const LAST = '9';

/** What nothing waits for comes last; of the others what is due first comes first. */
function byUrgency(one: TodoEntry, other: TodoEntry): number {
  const key = ({ optional, due_at }: TodoEntry) => `${optional ? 1 : 0}${due_at ?? LAST}`;
  return key(one) < key(other) ? -1 : Number(key(one) > key(other));
}

async function entryOf(
  row: TodoRow,
  agentId: string,
  matches: ReadonlyMap<string, MatchRow>,
): Promise<TodoEntry | null> {
  const { kind, id, other, name: experience_name } = row;
  const due_at = row.due_at === null ? null : iso(row.due_at);
  const entry = { experience_name, due_at };
  switch (kind) {
    case 'session':
      return moveOf(row, agentId, other === null ? undefined : matches.get(other));
    case 'start': {
      const call = { tool: 'match.start', arguments: { game_session_id: id } };
      return { kind, ...entry, ...(row.flag ? {} : { optional: true as const }), call };
    }
    case 'vote':
      return { kind, ...entry, call: { tool: 'social.vote', arguments: { proposal_id: id } } };
    case 'event':
      return other === null
        ? { kind, ...entry, optional: true, call: { tool: 'events.wait', arguments: { stream: 'me' } } }
        : { kind, ...entry, call: { tool: 'lobby.join', arguments: { game_session_id: other } } };
    case 'approval':
      return {
        kind,
        ...entry,
        ...(other === 'pending' ? { optional: true as const } : {}),
        call: { tool: id, arguments: {} },
      };
    case 'messages': {
      const after = other === null ? {} : { after: other };
      return { kind, ...entry, call: { tool: 'social.messages', arguments: { social_lobby_id: id, ...after } } };
    }
    default:
      return null;
  }
}

/** The step of a session: in a match of the platform when it waits for the agent, elsewhere as its last answer said. */
async function moveOf(
  { id, name, other, flag }: TodoRow,
  agentId: string,
  match: MatchRow | undefined,
): Promise<TodoEntry | null> {
  const step = { tool: 'session.step', arguments: { session_id: id } };
  if (match) {
    const own = match.seats.find((seat) => seat.agentId === agentId);
    if (!own || !isAwaited(match, own.seat)) return null;
    const notBefore = await findLimitedUntil(match, own.seat);
    return {
      kind: 'move',
      experience_name: name,
      due_at: match.deadlineAt ? iso(match.deadlineAt) : null,
      ...(notBefore ? { not_before: iso(notBefore) } : {}),
      call: step,
    };
  }
  if (other !== null || flag === false) return null;
  if (flag) return { kind: 'move', experience_name: name, due_at: null, call: step };
  const look = { ...step, arguments: { ...step.arguments, action: { type: 'state' } } };
  return { kind: 'look', experience_name: name, due_at: null, optional: true, call: look };
}
