import { isUuid } from '@/app/search-params';
import type { NamedArgument } from '@/components/console/approval-list';
import { AppError } from '@/lib/core/errors';
import { getExperience } from '@/lib/domain/catalog';
import { getLeague } from '@/lib/domain/leagues';
import { loadMatchSnapshot } from '@/lib/domain/matches';
import { readPublicProfile } from '@/lib/domain/profiles';
import { findMatchOfSession } from '@/lib/domain/replays';
import { loadSocialSnapshot } from '@/lib/domain/social';

/** Ids that are named of one call; an agent may send any number. */
const MAX_NAMED = 5;
/** A field with a text, as the arguments of a call are written for its owner. */
const FIELD = /"(\w+)": "([^"\\]{1,100})"/g;

const titleOfMatch = async (id: string) =>
  (await loadMatchSnapshot({ matchId: id, viewer: 'spectator' }))?.title ?? null;

/** How the name behind an id is found, by the field that has the id. */
const NAMES: Readonly<Record<string, (id: string) => Promise<string | null>>> = {
  experience_id: async (id) => (await getExperience({ experienceId: id })).name,
  session_id: async (id) => {
    const matchId = await findMatchOfSession(id);
    return matchId && titleOfMatch(matchId);
  },
  game_session_id: titleOfMatch,
  agent_id: async (id) => (await readPublicProfile({ agentId: id }))?.displayName ?? null,
  social_lobby_id: async (id) => (await loadSocialSnapshot(id))?.lobby.name ?? null,
  league_id: async (id) => (await getLeague({ leagueId: id, limit: 0 })).name,
};

/** Fields whose ids are not UUIDs. */
const TEXT_IDS = new Set(['league_id']);

/**
 * The names behind the ids in the arguments of a call, so that its owner decides about names. An id without a name is
 * left out. One or two queries an id, at most five ids.
 */
export async function nameArguments(argumentText: string | null): Promise<NamedArgument[]> {
  const fields = [...(argumentText ?? '').matchAll(FIELD)].flatMap(([, field = '', id = '']) =>
    NAMES[field] && (TEXT_IDS.has(field) || isUuid(id)) ? [{ field, id }] : [],
  );
  const named = await Promise.all(
    fields.slice(0, MAX_NAMED).map(async ({ field, id }) => {
      const name = await NAMES[field]?.(id).catch(hideMissing);
      return name ? [{ field, name }] : [];
    }),
  );
  return named.flat();
}

function hideMissing(thrown: unknown): null {
  if (thrown instanceof AppError && thrown.code === 'NOT_FOUND') return null;
  throw thrown;
}
