import { createHash } from 'node:crypto';
import { z } from 'zod';
import { env } from '@/lib/core/env';
import { log } from '@/lib/core/log';
import { VERSION } from '@/lib/core/version';
import { broadcast, noteRowForms, onBroadcast, processId, ROW_FORMS } from '@/lib/events';

const TOPIC = 'settings';
/** Secrets that all processes on one database share. */
const SECRETS = ['NEXTAUTH_SECRET', 'ENCRYPTION_KEYS', 'IDENTITY_KEY', 'JWT_KEYS'] as const;

const messageSchema = z.object({
  from: z.string(),
  version: z.string(),
  /** Of each secret the marks of its keys, the one in use first. */
  marks: z.record(z.enum(SECRETS), z.array(z.string())),
  /** Forms of stored rows that it reads. Earlier versions say none. */
  reads: z.array(z.string()).default([]),
  /** Whether the sender wants to know the settings of the others. */
  asks: z.boolean(),
});
type Settings = Pick<z.infer<typeof messageSchema>, 'version' | 'marks'>;

/** Sixteen bits: they show a difference, and say nothing about a secret. */
const markOf = (name: string, value: string): string =>
  createHash('sha256').update(`botplay settings ${name} ${value}`).digest('hex').slice(0, 4);

function readSettings(): Settings {
  const values = env();
  const marks = SECRETS.map((name) => [name, [values[name]].flat().map((value) => markOf(name, value))] as const);
  return { version: VERSION, marks: Object.fromEntries(marks) as Settings['marks'] };
}

/** Secrets of which one of two processes does not have the key that the other uses. */
export function findDifferentSecrets(ours: Settings['marks'], theirs: Settings['marks']): string[] {
  return SECRETS.filter((name) => {
    const [one, other] = [ours[name], theirs[name]];
    return !other.includes(one[0] ?? '') || !one.includes(other[0] ?? '');
  });
}

/**
 * Compares the secrets and the version of this process with those of the others on its database, now and when one starts. Both
 * log a difference, with the name of the variable. Returns a function that stops it.
 */
export function compareSettings(): () => void {
  const ours = readSettings();
  const send = (asks: boolean) =>
    broadcast(TOPIC, { from: processId(), ...ours, reads: ROW_FORMS, asks }).catch((error: unknown) =>
      log.warn({ err: error }, 'could not compare the settings of the processes'),
    );
  const stop = onBroadcast(TOPIC, (payload) => {
    const message = messageSchema.safeParse(payload);
    if (!message.success || message.data.from === processId()) return;
    const { from, version, marks, reads, asks } = message.data;
    noteRowForms(from, reads);
    for (const variable of findDifferentSecrets(ours.marks, marks)) {
      log.error(
        { variable, process: from },
        `another process on this database has another ${variable}: set the same one everywhere, or what one stores the other cannot read`,
      );
    }
    if (version !== ours.version) {
      log.warn(
        { ours: ours.version, theirs: version },
        'another process on this database runs another version: restart it too',
      );
    }
    if (asks) void send(false);
  });
  void send(true);
  return stop;
}
