import { Batches } from '@/lib/core/batches';
import { once } from '@/lib/core/globals';
import { newId } from '@/lib/core/ids';
import { sha256Hex } from '@/lib/core/rng';
import { type ExchangeRow, insertExchanges } from './exchanges.repo';

/** A message of a transcript in full up to this size as JSON; a larger one is recorded by its hash. */
const MAX_RECORDED_CHARACTERS = 8_192;

const queue = () =>
  once(
    'leagues.exchanges',
    () =>
      new Batches<ExchangeRow, null>({
        send: async (rows) => {
          await insertExchanges(rows);
          return rows.map(() => null);
        },
        maxItems: 256,
        maxInFlight: 2,
      }),
  );

/** Records an exchange; resolves when it is stored. Exchanges of all fixtures share statements. */
export async function recordExchange(exchange: Omit<ExchangeRow, 'id'>): Promise<ExchangeRow> {
  const row = { ...exchange, id: newId(), message: bounded(exchange.message), answer: bounded(exchange.answer) };
  await queue().add(row);
  return row;
}

function bounded(value: unknown): unknown {
  if (value === null || value === undefined) return null;
  const text = JSON.stringify(value);
  if (text.length <= MAX_RECORDED_CHARACTERS) return value;
  return { omitted: true, characters: text.length, sha256: sha256Hex(text) };
}
