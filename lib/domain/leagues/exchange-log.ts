import { Batches } from '@/lib/core/batches';
import { once } from '@/lib/core/globals';
import { newId } from '@/lib/core/ids';
import { sha256Hex } from '@/lib/core/rng';
import { type ExchangeRow, insertExchanges, withJson } from './exchanges.repo';
import { GATHER_ANSWERS } from './running-calls';

/** A message of a transcript in full up to this size as JSON; a larger one is recorded by its hash. */
const MAX_RECORDED_CHARACTERS = 8_192;
/** The longest time that an exchange without an effect waits for one with an effect, to be stored with it. */
const MAX_WAIT_MS = 100;

interface Waiting {
  row: ExchangeRow;
  stored: () => void;
  failed: (error: unknown) => void;
}

interface ExchangeLog {
  batches: Batches<ExchangeRow, null>;
  waiting: Waiting[];
  timer: NodeJS.Timeout | null;
}

const exchangeLog = () =>
  once<ExchangeLog>('leagues.exchange_log', () => ({
    batches: new Batches({
      send: async (rows) => {
        await insertExchanges(rows);
        return rows.map(() => null);
      },
      maxItems: 256,
      maxInFlight: 1,
      gather: GATHER_ANSWERS,
    }),
    waiting: [],
    timer: null,
  }));

/** An exchange as it is recorded: with an id that orders it, and large values replaced by their hashes. */
export function toExchangeRow(exchange: Omit<ExchangeRow, 'id' | 'json'>): ExchangeRow {
  const id = newId();
  const row = withJson({ ...exchange, id });
  // Neither of the two values is larger than both with what surrounds them.
  if (row.json.length <= MAX_RECORDED_CHARACTERS) return row;
  return withJson({ ...exchange, id, message: bounded(exchange.message), answer: bounded(exchange.answer) });
}

/** Stores an exchange whose move takes effect afterwards; resolves when it is stored. All fixtures share statements. */
export async function storeExchange(row: ExchangeRow): Promise<void> {
  const stored = exchangeLog().batches.add(row);
  storeWaiting();
  await stored;
}

/** Stores an exchange without an effect with the next one that has an effect, or soon; resolves when it is stored. */
export function storeExchangeSoon(row: ExchangeRow): Promise<void> {
  const log = exchangeLog();
  log.timer ??= setTimeout(storeWaiting, MAX_WAIT_MS).unref();
  return new Promise((stored, failed) => log.waiting.push({ row, stored, failed }));
}

/** Takes out what waits to be stored of a fixture, because its transcript will contain it. */
export function takeWaiting(fixtureId: string): ExchangeRow[] {
  const log = exchangeLog();
  const taken = log.waiting.filter(({ row }) => row.fixtureId === fixtureId);
  log.waiting = log.waiting.filter(({ row }) => row.fixtureId !== fixtureId);
  for (const { stored } of taken) stored();
  return taken.map(({ row }) => row);
}

function storeWaiting(): void {
  const log = exchangeLog();
  if (log.timer) clearTimeout(log.timer);
  log.timer = null;
  for (const { row, stored, failed } of log.waiting.splice(0)) log.batches.add(row).then(stored, failed);
}

/** A value, or its hash when its JSON is large. */
function bounded(value: unknown): unknown {
  const text = JSON.stringify(value);
  if (text.length <= MAX_RECORDED_CHARACTERS) return value;
  return { omitted: true, characters: text.length, sha256: sha256Hex(text) };
}
