import { Batches } from '@/lib/core/batches';
import { now } from '@/lib/core/clock';
import { DueRows } from '@/lib/core/due';
import { once } from '@/lib/core/globals';
import type { StreamEvent } from '@/lib/core/stream';
import { type MatchRow, readMatches, readMatchHistories } from '@/lib/domain/matches';
import { type ExchangeRow, findExchanges } from './exchanges.repo';
import type { FixtureRow } from './leagues.schema';
import { contextOf } from './referee-context';
import { readPlayed } from './store-result';
import { findTechnicalLoss } from './technical-loss';
import { buildTranscript, signDocument } from './transcripts';
import { claimTranscripts, findNextTranscriptDue, insertTranscripts, type NewTranscript } from './transcripts.repo';

/** One that throws is tried again later and later, and stops no other. */
const transcriptRows = new DueRows('leagues.transcripts');

/** Transcripts that one statement takes; they are read and stored together. */
const MAX_CLAIMED = 64;
/** After this time a transcript is tried again that failed, or whose process died. */
const CLAIM_MS = 30_000;

/** Transcripts of the same moment share a statement; one that fails fails alone. */
const writes = () =>
  once(
    'leagues.transcript_writes',
    () =>
      new Batches<NewTranscript, null>({
        isRepeatHarmless: true,
        send: async (transcripts) => {
          await insertTranscripts(transcripts);
          return transcripts.map(() => null);
        },
        maxItems: MAX_CLAIMED,
        maxInFlight: 1,
      }),
  );

/** When the next transcript can be written; null when none is due. */
export const nextTranscriptDue = findNextTranscriptDue;

/**
 * Writes the signed transcripts of fixtures that are over, from the stored exchanges and events. Any process may call it at any
 * time: the row gives a transcript to one of them.
 */
export async function writeDueTranscripts(stopping?: AbortSignal): Promise<void> {
  while (!stopping?.aborted) {
    const at = now();
    const until = new Date(at.getTime() + CLAIM_MS);
    const fixtures = await claimTranscripts({ at, until, limit: MAX_CLAIMED });
    if (fixtures.length > 0) await writeTranscripts(fixtures);
    if (fixtures.length < MAX_CLAIMED) return;
  }
}

/** Three statements to read for all, and one to store them. */
async function writeTranscripts(fixtures: readonly FixtureRow[]): Promise<void> {
  const matchIds = fixtures.flatMap(({ gameSessionId }) => gameSessionId ?? []);
  const [exchanges, matches, histories] = await Promise.all([
    findExchanges(fixtures.map(({ id }) => id)),
    readMatches(matchIds),
    readMatchHistories(matchIds),
  ]);
  const write = (fixture: FixtureRow) => {
    const match = matches.find(({ id }) => id === fixture.gameSessionId) ?? null;
    const own = exchanges.filter(({ fixtureId }) => fixtureId === fixture.id);
    const history = histories.get(fixture.gameSessionId ?? '') ?? [];
    return transcriptRows.attempt(fixture.id, () => writeTranscript(fixture, match, { exchanges: own, history }));
  };
  await Promise.all(fixtures.map(write));
}

async function writeTranscript(
  fixture: FixtureRow,
  match: MatchRow | null,
  { exchanges, history }: { exchanges: readonly ExchangeRow[]; history: readonly StreamEvent[] },
): Promise<void> {
  const context = await contextOf(fixture);
  const result = readPlayed(context, match);
  const technicalLoss = fixture.technicalLoss ?? findTechnicalLoss(context, result, { exchanges, history });
  const document = buildTranscript({ context, match, result: { ...result, technicalLoss }, exchanges, history });
  const signature = await signDocument(document);
  await writes().add({ fixtureId: fixture.id, document, signature, technicalLoss, at: now() });
}
