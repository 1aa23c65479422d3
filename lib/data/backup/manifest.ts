import { createHmac } from 'node:crypto';

/** The first entry of a backup. */
export const MANIFEST = 'manifest.json';
/** The secrets, where the backup has them. */
export const SECRETS = 'secrets.json';
/** The last entry: a backup without it is incomplete. */
export const END = 'end.json';

/** Rows of a table are in parts `tables/<table>/<number>`, in the text format of COPY. */
export const partName = (table: string, part: number): string => `tables/${table}/${String(part).padStart(6, '0')}`;

const PART = /^tables\/([a-z0-9_]+)\/\d+$/;

/** The table that an entry has rows of; null for another entry. */
export const tableOfPart = (name: string): string | null => PART.exec(name)?.[1] ?? null;

/** What a backup says about itself. */
export interface Manifest {
  format: 1;
  /** Version of the product that made it. */
  version: string;
  createdAt: string;
  /** Names of the applied migrations, in order. */
  migrations: string[];
  /** Of each table the columns that the parts have, in order. */
  columns: Record<string, string[]>;
  /** Numbers that sequences go on from. */
  sequences: Record<string, string>;
  /** Of each key that stored data need, by variable: {@link fingerprintsOf}. */
  fingerprints: Record<string, string[]>;
}

/** How many rows of each table the backup has. */
export interface End {
  rows: Record<string, number>;
}

/** The secrets without which stored data cannot be read. */
const KEYS = ['ENCRYPTION_KEYS', 'IDENTITY_KEY'] as const;

/** All secrets of a set-up, by variable. */
export type Secrets = Record<string, string>;

const fingerprint = (key: string): string =>
  createHmac('sha256', key).update('botplay backup').digest('hex').slice(0, 16);

/** Tells keys apart without showing them: they have 32 random bytes. A list of keys has one for each. */
export function fingerprintsOf(secrets: Secrets): Record<string, string[]> {
  const entries = KEYS.flatMap((name): [string, string[]][] => {
    const keys = (secrets[name] ?? '').split(',').filter((key) => key !== '');
    return keys.length === 0 ? [] : [[name, keys.map(fingerprint)]];
  });
  return Object.fromEntries(entries);
}

/** Variables whose present value lacks a key that the stored data need. */
export function findMissingKeys(needed: Record<string, string[]>, present: Secrets): string[] {
  const own = fingerprintsOf(present);
  return Object.entries(needed).flatMap(([name, prints]) =>
    prints.every((print) => own[name]?.includes(print)) ? [] : [name],
  );
}
