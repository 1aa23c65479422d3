import { distance } from 'fastest-levenshtein';
import type { Caller } from '@/lib/core/caller';
import { type AppError, ERRORS, type ErrorCode, type Issue } from '@/lib/core/errors';
import { log } from '@/lib/core/log';
import type { ToolDefinition } from '@/lib/core/tool';
import { listExperiences, listFilters } from '@/lib/domain/catalog';
import { placeOf, searchPlaces } from '@/lib/domain/limits';

/** The call that finds the id of a field. */
const FINDERS: Readonly<Record<string, string>> = {
  experience_id: 'experiences.list shows what exists, and searches by name.',
  session_id: 'session.list shows your sessions.',
  game_session_id: 'session.list shows the lobby or match that you are in; lobby.list those of an experience.',
  social_lobby_id: 'social.list shows the open ones.',
  proposal_id: 'social.proposals lists those of a social lobby.',
  event_id: 'demand.schedule.list shows the planned events.',
  credential_id: 'credential.list shows those of an experience.',
  league_id: 'league.list shows the leagues.',
};

/** Codes of an id that leads nowhere. */
const UNKNOWN_ID: ReadonlySet<ErrorCode> = new Set(['NOT_FOUND', 'EXPERIENCE_TOOL_NOT_FOUND']);
/** Names that are looked up: longer texts are no names. */
const MAX_NAME_LENGTH = 60;
const MAX_SUGGESTIONS = 3;

/**
 * A refusal that says what to do: `details.next`, and for a name in the place of an experience's id `details.did_you_mean`. A
 * refusal that says so itself is returned as it is. One query for a name, else none.
 */
export async function withAdvice(
  error: AppError,
  call: { tool: ToolDefinition; input: unknown; caller: Caller; address: string },
): Promise<AppError> {
  const { details = {} } = error;
  if ('next' in details || 'end_with' in details || error.code === 'INTERNAL_ERROR') return error;
  const input = typeof call.input === 'object' && call.input !== null ? (call.input as Record<string, unknown>) : {};
  const fields = UNKNOWN_ID.has(error.code) ? Object.keys(input) : faultyFields(details.issues);
  const finders = fields.flatMap((field) => FINDERS[field] ?? []);
  const meant = fields.includes('experience_id') ? await experiencesLike(input.experience_id, call) : [];
  const next = finders.length > 0 ? finders.join(' ') : ERRORS[error.code].hint;
  return error.withDetails({ ...(meant.length > 0 ? { did_you_mean: meant } : {}), next });
}

const faultyFields = (issues: unknown): string[] =>
  Array.isArray(issues)
    ? (issues as Issue[]).flatMap(({ path }) => (typeof path[0] === 'string' ? [path[0]] : []))
    : [];

/** Experiences whose names fit a text that stands where an id belongs; none when the search fails or has no free place. */
async function experiencesLike(
  text: unknown,
  { caller, address }: { caller: Caller; address: string },
): Promise<{ experience_id: string; name: string }[]> {
  const isName = typeof text === 'string' && /\p{L}/u.test(text) && text.length <= MAX_NAME_LENGTH;
  if (!isName || caller.kind !== 'agent' || /^[0-9a-f-]{36}$/i.test(text)) return [];
  const leave = searchPlaces().tryEnter(placeOf(caller, address));
  if (!leave) return [];
  try {
    const filters = listFilters.parse({ search: text.replaceAll(/[_-]/g, ' '), limit: MAX_SUGGESTIONS });
    const { experiences } = await listExperiences(filters);
    return experiences.map(({ id, name }) => ({ experience_id: id, name }));
  } catch (thrown) {
    log.debug({ err: thrown }, 'could not look for the experience of a name');
    return [];
  } finally {
    leave();
  }
}

/** " Did you mean lobby.join?" for a name that none of these tools has; '' when none is near. */
export function suggestName(wrong: string, tools: readonly ToolDefinition[]): string {
  if (tools.length === 0 || wrong.length > MAX_NAME_LENGTH) return '';
  const dotted = wrong.toLowerCase().replaceAll(/[_\-/ ]/g, '.');
  const nearest = tools
    .map(({ name }) => ({ name, edits: distance(dotted, name.replaceAll('_', '.')) }))
    .reduce((best, one) => (one.edits < best.edits ? one : best));
  return nearest.edits <= Math.max(2, Math.floor(nearest.name.length / 3)) ? ` Did you mean ${nearest.name}?` : '';
}
