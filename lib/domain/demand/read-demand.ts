import { now } from '@/lib/core/clock';
import { findRsvpsOf, listSince, listUpcoming, listWaitingLobbies } from './demand.repo';
import {
  type DemandRecord,
  type EventRecord,
  toEventDemand,
  toEventRecord,
  toLobbyDemand,
  URGENCIES,
} from './demand.schema';

const MAX_LISTED = 100;
const MAX_IN_CALENDAR = 500;
/** How long a past event stays in calendars. */
const CALENDAR_KEEPS_MS = 7 * 24 * 3_600_000;

/**
 * Lobbies and events that seek players, the most urgent first. An event whose lobby is open is listed as that lobby. Two
 * queries. Specification: gateway-tool-contract.md, demand.list; decisions.md, demand.list urgency.
 */
export async function listDemand(): Promise<DemandRecord[]> {
  const at = now();
  const [lobbies, events] = await Promise.all([
    listWaitingLobbies(MAX_LISTED),
    listUpcoming({ at, experienceId: null, limit: MAX_LISTED }),
  ]);
  const planned = events.filter(({ status }) => status === 'scheduled');
  const entries = [...lobbies.map(toLobbyDemand), ...planned.map((event) => toEventDemand(event, at))];
  const rank = ({ urgency }: DemandRecord) => URGENCIES.indexOf(urgency);
  return entries.sort((one, other) => rank(one) - rank(other)).slice(0, MAX_LISTED);
}

/**
 * The upcoming events, the next first, at most 100; with `agentIds`, which of these agents come.
 * Specification: gateway-tool-contract.md, demand.schedule.list.
 */
export async function listEvents(args: {
  experienceId?: string;
  agentIds?: readonly string[];
}): Promise<(EventRecord & { comingAgentIds: string[] })[]> {
  const { agentIds = [] } = args;
  const rows = await listUpcoming({ at: now(), experienceId: args.experienceId ?? null, limit: MAX_LISTED });
  const eventIds = rows.map(({ id }) => id);
  const rsvps = agentIds.length > 0 && eventIds.length > 0 ? await findRsvpsOf(agentIds, eventIds) : [];
  return rows.map((row) => ({
    ...toEventRecord(row),
    comingAgentIds: rsvps.flatMap(({ eventId, agentId }) => (eventId === row.id ? [agentId] : [])),
  }));
}

/**
 * The events of the last week and the upcoming ones, the earliest first, at most 500. Cancelled ones are among them: a
 * calendar that shows an event has to learn that it does not take place. One query.
 */
export async function listCalendarEvents(): Promise<EventRecord[]> {
  const since = new Date(now().getTime() - CALENDAR_KEEPS_MS);
  return (await listSince({ since, limit: MAX_IN_CALENDAR })).map(toEventRecord);
}
