import pg from 'pg';
import { env } from '@/lib/core/env';
import { sql } from '@/lib/data/database';
import type { Carrier } from './carrier';
import { splitText, TextAssembler } from './parts';

/** The channel of the processes on one database. */
export const CHANNEL = 'botplay';

/** SQL that sends texts on a channel. Returns one row, also without texts. */
export const NOTIFY_SQL = (channel: string, texts: string): string =>
  `SELECT count(pg_notify(${channel}, payload)) FROM unnest(${texts}::text[]) AS payload`;

/** LISTEN and NOTIFY: the notifications of a transaction arrive when it commits, and never when it rolls back. */
export function postgresCarrier(): Carrier {
  return {
    name: 'the database',
    connect: async ({ received, lost }) => {
      const client = new pg.Client({
        connectionString: env().DATABASE_URL,
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
      await sql('bus.notify', NOTIFY_SQL('$1', '$2'), [CHANNEL, texts.flatMap(splitText)]);
    },
  };
}
