import { registerCleanup } from '@/lib/core/cleanup';
import { iso, now } from '@/lib/core/clock';
import { AppError, validationError } from '@/lib/core/errors';
import { newId } from '@/lib/core/ids';
import {
  addUpdate,
  deleteIncident,
  deleteOldIncidents,
  findIncidents,
  type IncidentRow,
  insertIncident,
} from './status.repo';
import { HISTORY_DAYS, type Incident, type NewIncident } from './status.schema';
import { forgetStatus } from './status-cache';

const DAY_MS = 24 * 3_600_000;
/** Incidents that a reader gets, and updates that one may have. */
const MAX_LISTED = 50;
const MAX_UPDATES = 100;
/** Incidents that are over are kept for a year. */
const KEPT_MS = 365 * DAY_MS;
/** Work is planned no longer ahead. */
const MAX_AHEAD_MS = 365 * DAY_MS;

const notFound = () => new AppError('NOT_FOUND', 'There is no such incident.');

function stateOf({ starts_at, ends_at }: IncidentRow, at: Date): Incident['state'] {
  if (starts_at > at) return 'planned';
  return ends_at !== null && ends_at <= at ? 'over' : 'open';
}

function toIncident(row: IncidentRow, at: Date): Incident {
  const { id, kind, title, parts, starts_at, ends_at, updates } = row;
  return {
    incident_id: id,
    kind,
    title,
    parts,
    state: stateOf(row, at),
    starts_at: iso(starts_at),
    ends_at: ends_at && iso(ends_at),
    updates: updates.map(({ at: writtenAt, text }) => ({ at: iso(new Date(writtenAt)), text })),
  };
}

/** Open and planned incidents and those of the last 90 days, the newest first, at most 50. One query. */
export async function listIncidents(): Promise<Incident[]> {
  const at = now();
  const rows = await findIncidents(new Date(at.getTime() - HISTORY_DAYS * DAY_MS), MAX_LISTED);
  return rows.map((row) => toIncident(row, at));
}

function requireTimes({ kind }: NewIncident, startsAt: Date, endsAt: Date | null): void {
  const atMs = now().getTime();
  const issue = (path: string, message: string) => validationError([{ path: [path], message }]);
  if (kind === 'incident' && startsAt.getTime() > atMs)
    throw issue('starts_at', 'An incident has begun; planned work is maintenance.');
  if (Math.abs(startsAt.getTime() - atMs) > MAX_AHEAD_MS) throw issue('starts_at', 'must be within a year from now.');
  if (endsAt && endsAt <= startsAt) throw issue('ends_at', 'must be after starts_at.');
}

/** Publishes an incident or planned work. Returns its id. @throws VALIDATION_ERROR for times that do not fit */
export async function publishIncident(incident: NewIncident): Promise<string> {
  const at = now();
  const startsAt = incident.starts_at === undefined ? at : new Date(incident.starts_at);
  const endsAt = incident.ends_at === undefined ? null : new Date(incident.ends_at);
  requireTimes(incident, startsAt, endsAt);
  const id = newId();
  const { kind, title, parts, text } = incident;
  await insertIncident({ id, kind, title, parts, startsAt, endsAt }, { id: newId(), text, at });
  await forgetStatus();
  return id;
}

/** Adds news to an incident, and ends it when they say so. @throws NOT_FOUND · INVALID_STATE after 100 updates */
export async function updateIncident(
  incidentId: string,
  { text, ends }: { text: string; ends: boolean },
): Promise<void> {
  const at = now();
  const update = { id: newId(), text, at };
  const outcome = await addUpdate({ incidentId, update, endsAt: ends ? at : null, most: MAX_UPDATES });
  if (outcome === null) throw notFound();
  if (outcome === 'full') {
    throw new AppError('INVALID_STATE', `An incident has at most ${MAX_UPDATES} updates. Publish a new one.`);
  }
  await forgetStatus();
}

/** Removes an incident that was written by mistake. @throws NOT_FOUND */
export async function removeIncident(incidentId: string): Promise<void> {
  if (!(await deleteIncident(incidentId))) throw notFound();
  await forgetStatus();
}

registerCleanup({
  name: 'incidents',
  removeBatch: (limit) => deleteOldIncidents(new Date(now().getTime() - KEPT_MS), limit),
});
