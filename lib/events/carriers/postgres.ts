import pg from 'pg';
import { env } from '@/lib/core/env';
import { sql } from '@/lib/data/database';
import type { Carrier } from './carrier';
import { splitText, TextAssembler } from './parts';

/** The channel of the processes on one database. */
const CHANNEL = 'botplay';

/**
 * A transaction of its own, without a flush to disk: PostgreSQL holds one lock of the whole cluster while a transaction that
 * notifies commits. What it is about is committed already.
 */
const NOTIFY_SQL = `SELECT set_config('synchronous_commit', 'off', true), count(pg_notify($1, payload))
  FROM unnest($2::text[]) AS payload`;

/** LISTEN and NOTIFY of the database. */
export function postgresCarrier(): Carrier {
  return {
    name: 'the database',
    connect: async ({ received, lost }) => {
      const client = new pg.Client({
        connectionString: env().DATABASE_DIRECT_URL || env().DATABASE_URL,
        keepAlive: true,
        application_name: 'botplay-bus',
      });
      const disconnect = async () => {
        client.removeAllListeners();
        client.on('error', () => {});
        await client.end();
      };
      client.on('error', lost);
      client.on('end', () => lost());
      const assembler = new TextAssembler(received);
      client.on('notification', ({ payload }) => assembler.add(payload ?? ''));
      try {
        await client.connect();
        await client.query(`LISTEN ${CHANNEL}`);
      } catch (error) {
        disconnect().catch(() => {});
        throw error;
      }
      return disconnect;
    },
    send: async (texts) => {
      await sql('bus.notify', NOTIFY_SQL, [CHANNEL, texts.flatMap(splitText)]);
    },
  };
}
