import { AppError } from '@/lib/core/errors';
import { leagueStream } from '@/lib/core/stream';
import { getLeague, leagueExists, nextMoveInLeague } from '@/lib/domain/leagues';
import { storedSource } from './stored-source';
import type { StreamKind } from './stream-kind';

const LEAGUE_ID = /^league_[a-z0-9_]{1,90}$/;

/** Fixtures of a snapshot. */
const MAX_FIXTURES = 400;

/** `league:<league_id>`: players, rounds and results of a league. Everybody may read them. */
export const leagueKind: StreamKind = {
  name: 'league',
  id: { field: 'league_id', parse: (text) => (LEAGUE_ID.test(text) ? text : null) },
  scope: 'lobby:read',
  viewForAgent: async ({ agentId }, id) =>
    (await leagueExists(id))
      ? { stream: leagueStream(id), audiences: ['public'], nextAction: () => nextMoveInLeague(agentId, id) }
      : null,
  spectators: {
    source: ({ id, view, deliver }) =>
      storedSource({
        stream: leagueStream(id),
        view,
        deliver,
        open: async () => {
          const snapshot = await getLeague({ leagueId: id, limit: MAX_FIXTURES }).catch(hideMissing);
          if (!snapshot) throw new AppError('NOT_FOUND', 'Unknown stream: no league has this id.');
          return { snapshot, cursor: snapshot.cursor };
        },
      }),
  },
};

function hideMissing(thrown: unknown): null {
  if (thrown instanceof AppError && thrown.code === 'NOT_FOUND') return null;
  throw thrown;
}
