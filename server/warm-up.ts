import { warmUpStatements } from '@/lib/data/database';
import { findKeyByHash } from '@/lib/domain/keys';
import { findMatches, prepareCommits } from '@/lib/domain/matches';
import { prepareSessions } from '@/lib/domain/seating';

/** Runs the statements of a step on the connections of this process, with keys that match nothing. */
export function warmUpCalls(): Promise<void> {
  return warmUpStatements({
    shared: async (connection) => {
      await findKeyByHash('', connection);
      await prepareSessions(connection);
      await findMatches([], connection);
    },
    planned: prepareCommits,
  });
}
