import { now } from './clock';
import { AppError } from './errors';

/** What moderators have taken from an agent or a person for a time. */
export interface Restriction {
  /** For the agent or person concerned. */
  reason: string;
  /** ISO 8601; null until it is undone. */
  endsAt: string | null;
}

/** The restrictions that hold now. */
export interface Restrictions {
  /** Nothing may be said: messages, notes, names, reviews. */
  mute: Restriction | null;
  /** Nothing may be done. */
  suspension: Restriction | null;
}

export const NO_RESTRICTIONS: Restrictions = { mute: null, suspension: null };

/** A restriction as statements return it, in JSON. */
export interface RestrictionJson {
  kind: string;
  reason: string;
  ends_at: string | null;
}

/** Of these rows what holds now; of several of a kind the one that ends last. */
export function toRestrictions(rows: readonly RestrictionJson[] | null): Restrictions {
  if (!rows || rows.length === 0) return NO_RESTRICTIONS;
  return { mute: longest(rows, 'mute'), suspension: longest(rows, 'suspend') };
}

function longest(rows: readonly RestrictionJson[], kind: string): Restriction | null {
  const endOf = ({ ends_at }: RestrictionJson) => (ends_at === null ? Number.POSITIVE_INFINITY : Date.parse(ends_at));
  const [last] = rows
    .filter((row) => row.kind === kind && endOf(row) > now().getTime())
    .sort((one, other) => endOf(other) - endOf(one));
  return last
    ? { reason: last.reason, endsAt: last.ends_at === null ? null : new Date(last.ends_at).toISOString() }
    : null;
}

const untilOf = ({ endsAt }: Restriction): string => (endsAt === null ? 'until it is lifted' : `until ${endsAt}`);

const detailsOf = (reason: 'muted' | 'suspended', { endsAt, reason: because }: Restriction) => ({
  reason,
  because,
  ends_at: endsAt,
  next: 'The owner reads the decision and may appeal against it at /console/moderation.',
});

/** FORBIDDEN for an agent or a person that a moderator has suspended. */
export function suspended(restriction: Restriction): AppError {
  return new AppError('FORBIDDEN', `A moderator suspended you ${untilOf(restriction)}: ${restriction.reason}`, {
    details: detailsOf('suspended', restriction),
  });
}

/** FORBIDDEN for an agent or a person that a moderator has muted. @param instead what works without words */
export function muted(restriction: Restriction, instead = 'You may go on playing.'): AppError {
  const message = `A moderator muted you ${untilOf(restriction)}: ${restriction.reason} ${instead}`;
  return new AppError('FORBIDDEN', message, { details: detailsOf('muted', restriction) });
}
