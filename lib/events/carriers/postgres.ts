import pg from 'pg';
import { env } from '@/lib/core/env';
import { sql } from '@/lib/data/database';
import type { Carrier } from './carrier';
import { inParts, PartsJoined } from './parts';

/** Where processes on one database hear each other. */
export const CHANNEL = 'botplay';

/** SQL that sends texts on a channel; one row whatever there is to send. */
export const NOTIFY_SQL = (channel: string, texts: string): string =>
  `SELECT count(pg_notify(${channel}, payload)) FROM unnest(${texts}::text[]) AS payload`;

/** LISTEN and NOTIFY: what a transaction sends is heard when it commits, and not when it rolls back. */
export function postgresCarrier(): Carrier {
  return {
    name: 'the database',
    listen: async ({ heard, lost }) => {
      const client = new pg.Client({
        connectionString: env().DATABASE_URL,
        keepAlive: true,
        application_name: 'botplay-bus',
      });
      const hangUp = async () => {
        client.removeAllListeners();
        client.on('error', () => {});
        await client.end();
      };
      client.on('error', lost);
      client.on('end', () => lost());
      const joined = new PartsJoined(heard);
      client.on('notification', ({ payload }) => joined.take(payload ?? ''));
      try {
        await client.connect();
        await client.query(`LISTEN ${CHANNEL}`);
      } catch (error) {
        hangUp().catch(() => {});
        throw error;
      }
      return hangUp;
    },
    send: async (texts) => {
      await sql('bus.notify', NOTIFY_SQL('$1', '$2'), [CHANNEL, texts.flatMap(inParts)]);
    },
  };
}
