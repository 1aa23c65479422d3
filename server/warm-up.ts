import { warmUpStatements } from '@/lib/data/database';
import { prepareAuthentication } from '@/lib/domain/keys';
import { prepareCommits, prepareMatches } from '@/lib/domain/matches';
import { prepareSessions } from '@/lib/domain/seating';

/** Runs the statements of a step on the connections of this process, with ids that match nothing. */
export function warmUpCalls(): Promise<void> {
  return warmUpStatements({
    shared: async (connection) => {
      await prepareAuthentication(connection);
      await prepareSessions(connection);
      await prepareMatches(connection);
    },
    planned: prepareCommits,
  });
}
