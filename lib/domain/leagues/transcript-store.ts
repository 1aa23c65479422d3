import { Batches } from '@/lib/core/batches';
import { once } from '@/lib/core/globals';
import { type ExchangeRow, findOtherExchanges, insertTranscripts, type NewTranscript } from './exchanges.repo';
import type { RefereeContext } from './referee-context';
import { GATHER_ANSWERS } from './running-calls';

interface Store {
  reads: Batches<RefereeContext, ExchangeRow[]>;
  writes: Batches<NewTranscript, null>;
}

/** Fixtures that end together share statements. */
const store = () =>
  once<Store>('leagues.transcript_store', () => ({
    reads: new Batches({ send: readOthers, maxItems: 64, maxInFlight: 1, gather: GATHER_ANSWERS }),
    writes: new Batches({
      send: async (transcripts) => {
        await insertTranscripts(transcripts);
        return transcripts.map(() => null);
      },
      maxItems: 64,
      maxInFlight: 1,
      gather: GATHER_ANSWERS,
    }),
  }));

/** All exchanges of a fixture that is over, in order: those that this process has made and those of other processes. */
export async function collectExchanges(context: RefereeContext): Promise<ExchangeRow[]> {
  await Promise.all(context.recordings);
  const others = await store().reads.add(context);
  return [...context.exchanges, ...others].sort((one, other) => (one.id < other.id ? -1 : 1));
}

async function readOthers(contexts: readonly RefereeContext[]): Promise<ExchangeRow[][]> {
  const rows = await findOtherExchanges(
    contexts.map(({ fixture }) => fixture.id),
    contexts.flatMap(({ exchanges }) => exchanges),
  );
  return contexts.map(({ fixture }) => rows.filter(({ fixtureId }) => fixtureId === fixture.id));
}

/** Stores a signed transcript once; resolves when it is on disk. */
export async function storeTranscript(transcript: NewTranscript): Promise<void> {
  await store().writes.add(transcript);
}
