import { warmUpStatements } from '@/lib/data/database';
import { findKeyByHash } from '@/lib/domain/keys';
import { findMatches, prepareCommits } from '@/lib/domain/matches';
import { findSession } from '@/lib/domain/seating';

const NO_ID = '00000000-0000-0000-0000-000000000000';

/** Runs the statements of a step on the connections of this process, with keys that match nothing. */
export function warmUpCalls(): Promise<void> {
  return warmUpStatements({
    shared: async (connection) => {
      await findKeyByHash('', connection);
      await findSession(NO_ID, connection);
      await findMatches([], connection);
    },
    planned: prepareCommits,
  });
}
