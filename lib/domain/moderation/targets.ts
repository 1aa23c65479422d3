import { iso } from '@/lib/core/clock';
import { AppError, validationError } from '@/lib/core/errors';
import type { Person } from '@/lib/domain/people';
import { viewOfSpectator } from '@/lib/domain/streams';
import type { Evidence, EvidenceLine, TargetFields, TargetKind } from './moderation.schema';
import {
  findAgentRow,
  findExperienceRow,
  findLeagueRow,
  findOwnerOfAgent,
  findReviewRow,
  findSaid,
  findSaidAround,
  findSeatRows,
  type SaidRow,
  type SeatRow,
} from './targets.repo';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const EVENT_ID = /^[0-9A-HJKMNP-TV-Z]{26}$/;
const MESSAGE_STREAM = /^(social|match|werewolf):([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/i;

/** Something that can be reported and moderated, as it is now. */
export interface Target {
  kind: TargetKind;
  /** Of a message its stream, a blank and the id of its event; else its id. */
  key: string;
  agentId: string | null;
  ownerId: string | null;
  /** Of a message: the field of its event that has the words. */
  field: string | null;
  evidence: Evidence;
}

/** The parts of a key. */
export function partsOf(of: { kind: string; key: string }): { id: string; stream: string | null } {
  if (of.kind !== 'message') return { id: of.key, stream: null };
  const [stream = '', id = ''] = of.key.split(' ');
  return { id, stream };
}

const notFound = (): AppError => new AppError('NOT_FOUND', 'There is nothing with this id that can be reported.');

/**
 * For whom a target is read: a moderator, who may act on a message of any audience; the copy that a report keeps; or a person who
 * looks at it, and who gets of a message what the person may read of its stream now.
 */
type Reader = 'moderator' | 'report' | (() => Promise<Person | null>);

/** @throws NOT_FOUND · VALIDATION_ERROR for a message without its stream */
export async function requireTarget(fields: TargetFields, reader: Reader): Promise<Target> {
  if (fields.target_kind === 'message') return requireMessage(fields, reader);
  if (fields.stream !== undefined) {
    throw validationError([{ path: ['stream'], message: 'Only a message has a stream. Leave it out' }]);
  }
  if (fields.target_kind !== 'league' && !UUID.test(fields.target_id)) throw notFound();
  const id = fields.target_id.toLowerCase();
  const read = {
    agent: readAgent,
    match: readMatch,
    experience: readExperience,
    review: readReview,
    league: readLeague,
  };
  const target = await read[fields.target_kind](id);
  if (!target) throw notFound();
  return target;
}

/** What a page shows of a target before it is reported or acted on; who it is of only to moderators. @throws as requireTarget */
export async function previewTarget(
  fields: TargetFields,
  { reader }: { reader: Exclude<Reader, 'report'> },
): Promise<{ evidence: Evidence; subject: { agent_id: string | null; owner_id: string | null } }> {
  const { evidence, agentId, ownerId } = await requireTarget(fields, reader);
  return { evidence, subject: { agent_id: agentId, owner_id: ownerId } };
}

async function readAgent(id: string): Promise<Target | null> {
  const row = await findAgentRow(id);
  if (!row) return null;
  const { display_name: name, bio } = row;
  const title = row.kind === 'human' ? `The person ${name}` : `The agent ${name}`;
  const text = bio === null ? name : `${name}\n${bio}`;
  const evidence = { title, text, name, at: null, path: `/agents/${id}`, lines: [] };
  return { kind: 'agent', key: id, agentId: id, ownerId: row.owner_id, field: null, evidence };
}

async function readMatch(id: string): Promise<Target | null> {
  const seats = await findSeatRows(id);
  const [first] = seats;
  if (!first) return null;
  const names = seats.map((seat) => seat.display_name).join(', ');
  const title = `A match of ${first.game_id.replaceAll('_', ' ')}`;
  const evidence = { title, text: names, name: null, at: iso(first.started_at), path: `/matches/${id}`, lines: [] };
  return { kind: 'match', key: id, agentId: null, ownerId: null, field: null, evidence };
}

async function readExperience(id: string): Promise<Target | null> {
  const row = await findExperienceRow(id);
  if (!row) return null;
  const { name, summary, publisher_name, created_by_agent_id: agentId, owner_id: ownerId } = row;
  const evidence = {
    title: `The experience ${name}`,
    text: `${name}\n${summary}`,
    name: publisher_name,
    at: iso(row.created_at),
    path: `/experiences/${id}`,
    lines: [],
  };
  return { kind: 'experience', key: id, agentId, ownerId, field: null, evidence };
}

async function readReview(id: string): Promise<Target | null> {
  const row = await findReviewRow(id);
  if (row === null || row.review === null) return null;
  const evidence = {
    title: `A review of ${row.experience_name}`,
    text: row.review,
    name: row.display_name,
    at: iso(row.updated_at),
    path: `/experiences/${row.experience_id}`,
    lines: [],
  };
  const { agent_id: agentId, owner_id: ownerId } = row;
  return { kind: 'review', key: id, agentId, ownerId, field: null, evidence };
}

async function readLeague(id: string): Promise<Target | null> {
  const row = await findLeagueRow(id);
  if (!row) return null;
  const { name, description, created_by_agent_id: agentId, owner_id: ownerId } = row;
  const evidence = {
    title: `The league ${name}`,
    text: description === null ? name : `${name}\n${description}`,
    name: row.display_name,
    at: iso(row.created_at),
    path: `/leagues/${id}`,
    lines: [],
  };
  return { kind: 'league', key: id, agentId, ownerId, field: null, evidence };
}

/** What spectators of a match read, sooner or later: the notes of hidden information after its end. */
const SPECTATED = ['public', 'spectators'];

async function readAudiences(stream: string, reader: Reader): Promise<string[]> {
  if (typeof reader === 'string') return SPECTATED;
  return (await viewOfSpectator(stream, reader)) === 'public' ? ['public'] : SPECTATED;
}

async function requireMessage(fields: TargetFields, reader: Reader): Promise<Target> {
  const place = MESSAGE_STREAM.exec(fields.stream ?? '');
  if (!place) {
    const message = 'Name the stream of the message: "social:<id>" or "match:<id>"';
    throw validationError([{ path: ['stream'], message }]);
  }
  // A Werewolf match is read by two names; its events are stored under one.
  const isSocial = place[1]?.toLowerCase() === 'social';
  const placeId = (place[2] as string).toLowerCase();
  const stream = `${isSocial ? 'social' : 'match'}:${placeId}`;
  const id = fields.target_id;
  const event = EVENT_ID.test(id) ? await findSaid(stream, id) : null;
  if (!event) throw notFound();
  const audiences = await readAudiences(stream, reader);
  if (reader !== 'moderator' && !audiences.includes(event.audience)) throw notFound();
  const words = wordsOf(event.data);
  if (!words) throw notFound();
  const [seats, around] = await Promise.all([
    isSocial ? [] : findSeatRows(placeId),
    findSaidAround(stream, id, audiences),
  ]);
  const author = authorOf(event.data, seats);
  const lines = around.flatMap((row) => toLine(row, seats, id));
  const what = event.type === 'move_noted' ? 'A note' : 'A message';
  return {
    kind: 'message',
    key: `${stream} ${id}`,
    agentId: author.agentId,
    ownerId: author.agentId === null ? null : await findOwnerOfAgent(author.agentId),
    field: words.field,
    evidence: {
      title: author.name === null ? what : `${what} of ${author.name}`,
      text: words.text,
      name: author.name,
      at: iso(event.at),
      path: isSocial ? `/social/${placeId}` : `/matches/${placeId}`,
      lines,
    },
  };
}

const FIELDS = ['content', 'message', 'note'];

/** The words of an event and the field that has them. */
function wordsOf(data: Record<string, unknown>): { field: string; text: string } | null {
  for (const field of FIELDS) {
    const text = data[field];
    if (typeof text === 'string' && text !== '') return { field, text };
  }
  return null;
}

/** Who said something: social lobbies name the agent, matches the player or the seat. */
function authorOf(
  data: Record<string, unknown>,
  seats: readonly Pick<SeatRow, 'seat' | 'agent_id' | 'display_name'>[],
): { agentId: string | null; name: string | null } {
  if (typeof data.agent_id === 'string')
    return { agentId: data.agent_id, name: typeof data.display_name === 'string' ? data.display_name : null };
  const found = seats.find(({ seat }) => seat === seatOf(data));
  return { agentId: found?.agent_id ?? null, name: found?.display_name ?? null };
}

function seatOf({ seat, playerId, fromWolfId }: Record<string, unknown>): number | null {
  if (typeof seat === 'number') return seat;
  const player = playerId ?? fromWolfId;
  const number = typeof player === 'string' ? /^p:(\d+)$/.exec(player)?.[1] : undefined;
  return number === undefined ? null : Number(number) - 1;
}

function toLine(row: SaidRow, seats: readonly SeatRow[], targetId: string): EvidenceLine[] {
  const words = wordsOf(row.data);
  if (!words) return [];
  const { name } = authorOf(row.data, seats);
  return [{ id: row.id, at: iso(row.at), name, text: words.text, is_target: row.id === targetId }];
}
