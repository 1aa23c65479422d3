import { now } from '@/lib/core/clock';
import { readTurnCursor, type TurnCursor } from '@/lib/core/page-cursor';
import { type PageRequest, type TurnRow, toTurnPage } from '@/lib/domain/quotas';
import { findRsvpsOf, listSince, listUpcoming, listWaitingLobbies } from './demand.repo';
import {
  type DemandRecord,
  type EventRecord,
  toEventDemand,
  toEventRecord,
  toLobbyDemand,
  URGENCIES,
} from './demand.schema';

/** Lobbies, and events, that demand.list looks at. */
const MAX_CONSIDERED = 1_000;
const MAX_IN_CALENDAR = 500;
/** How long a past event stays in calendars. */
const CALENDAR_KEEPS_MS = 7 * 24 * 3_600_000;

interface Ranked extends TurnCursor {
  entry: DemandRecord;
}

/** Turns of one urgency; more than any list has. */
const TURNS = 1_000_000;

const rank = (entry: DemandRecord, { turn, ord, id }: TurnRow): Ranked => ({
  entry,
  turn: URGENCIES.indexOf(entry.urgency) * TURNS + turn,
  ord,
  id,
});

const compare = (one: TurnCursor, other: TurnCursor): number =>
  one.turn - other.turn || one.ord - other.ord || (one.id < other.id ? -1 : Number(one.id > other.id));

/**
 * A page of the lobbies and events that seek players, the most urgent first, owners in turn. An event whose lobby is open is
 * listed as that lobby. Two queries. Specification: gateway-tool-contract.md, demand.list; decisions.md, demand.list urgency.
 * @throws VALIDATION_ERROR for a cursor of another list
 */
export async function listDemand({
  cursor,
  limit,
  experienceId = null,
}: PageRequest & { experienceId?: string | null }): Promise<{ demand: DemandRecord[]; nextCursor: string | null }> {
  const at = now();
  const after = cursor === undefined ? null : readTurnCursor(cursor);
  const [lobbies, events] = await Promise.all([
    listWaitingLobbies(MAX_CONSIDERED, experienceId),
    listUpcoming({ at, experienceId, page: { limit: MAX_CONSIDERED } }),
  ]);
  const planned = events.filter(({ status }) => status === 'scheduled');
  const ranked = [
    ...lobbies.map((row) => rank(toLobbyDemand(row), row)),
    ...planned.map((row) => rank(toEventDemand(row, at), row)),
  ]
    .filter((one) => after === null || compare(one, after) > 0)
    .sort(compare);
  const { rows, nextCursor } = toTurnPage(ranked, limit);
  return { demand: rows.map(({ entry }) => entry), nextCursor };
}

/**
 * A page of the upcoming events, the next first; with `agentIds`, which of these agents come, and which of them planned it. Where there are more than a
 * page, the owners take turns. Specification: gateway-tool-contract.md, demand.schedule.list.
 * @throws VALIDATION_ERROR for a cursor of another list
 */
export async function listEvents(args: { experienceId?: string; agentIds?: readonly string[] } & PageRequest): Promise<{
  events: (EventRecord & { comingAgentIds: string[]; plannerId: string | null })[];
  nextCursor: string | null;
}> {
  const { agentIds = [], cursor, limit } = args;
  const listed = await listUpcoming({ at: now(), experienceId: args.experienceId ?? null, page: { cursor, limit } });
  const { rows, nextCursor } = toTurnPage(listed, limit);
  const eventIds = rows.map(({ id }) => id);
  const rsvps = agentIds.length > 0 && eventIds.length > 0 ? await findRsvpsOf(agentIds, eventIds) : [];
  const events = rows.sort(byStart).map((row) => ({
    ...toEventRecord(row),
    comingAgentIds: rsvps.flatMap(({ eventId, agentId }) => (eventId === row.id ? [agentId] : [])),
    plannerId: agentIds.find((agentId) => agentId === row.created_by_agent_id) ?? null,
  }));
  return { events, nextCursor };
}

const byStart = (one: TurnRow, other: TurnRow): number => one.ord - other.ord || (one.id < other.id ? -1 : 1);

/**
 * The events of the last week and the upcoming ones, the earliest first, at most 500, owners in turn where there are more. Cancelled ones are among them: a
 * calendar that shows an event has to learn that it does not take place. One query.
 */
export async function listCalendarEvents(): Promise<EventRecord[]> {
  const since = new Date(now().getTime() - CALENDAR_KEEPS_MS);
  const { rows } = toTurnPage(await listSince({ since, limit: MAX_IN_CALENDAR }), MAX_IN_CALENDAR);
  return rows.sort(byStart).map(toEventRecord);
}
