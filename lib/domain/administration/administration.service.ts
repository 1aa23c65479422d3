import { iso } from '@/lib/core/clock';
import { readCursor, writeCursor } from '@/lib/core/page-cursor';
import {
  type AgentRow,
  countAll,
  type ExperienceRow,
  type FigureRow,
  findAgents,
  findExperiences,
  findJobs,
  findMatches,
  findPeople,
  type JobRow,
  type MatchRow,
  type PersonRow,
  type Wanted,
} from './administration.repo';

/** Lines of one page, and of each kind of work that waits. */
const PER_PAGE = 50;

/** Dates as ISO 8601, for pages. */
type Plain<Line> = {
  [Name in keyof Line]: Line[Name] extends Date ? string : Line[Name] extends Date | null ? string | null : Line[Name];
};

export type PersonLine = Plain<PersonRow>;
export type AgentLine = Plain<AgentRow>;
export type ExperienceLine = Plain<ExperienceRow>;
export type MatchLine = Plain<MatchRow>;
export type JobLine = Plain<JobRow>;

interface Query {
  /** A part of a name. */
  contains: string | null;
  cursor: string | null;
}

function toPlain<Line extends object>(row: Line): Plain<Line> {
  const entries = Object.entries(row).map(([name, value]) => [name, value instanceof Date ? iso(value) : value]);
  return Object.fromEntries(entries) as Plain<Line>;
}

async function readPage<Line extends { id: string }>(
  { contains, cursor }: Query,
  find: (wanted: Wanted) => Promise<Line[]>,
  atOf: (line: Line) => Date,
): Promise<{ lines: Plain<Line>[]; nextCursor: string | null }> {
  const rows = await find({ contains, before: cursor === null ? null : readCursor(cursor), limit: PER_PAGE + 1 });
  const page = rows.slice(0, PER_PAGE);
  const last = rows.length > PER_PAGE ? page.at(-1) : undefined;
  return { lines: page.map(toPlain), nextCursor: last ? writeCursor({ at: atOf(last), id: last.id }) : null };
}

// Lists for moderators and administrators, the newest first. The caller has checked the right. @throws VALIDATION_ERROR for a cursor

/** Accounts, by a part of the name or the e-mail. For administrators: it shows e-mails. */
export const listPeople = (query: Query) => readPage(query, findPeople, (line) => line.created_at);
/** Agents, people at the board and guests, by a part of the name. */
export const listAllAgents = (query: Query) => readPage(query, findAgents, (line) => line.created_at);
/** Experiences, hidden ones too, by a part of the name, the summary or the publisher. */
export const listAllExperiences = (query: Query) => readPage(query, findExperiences, (line) => line.created_at);
/** Matches, by a part of the name of a player. */
export const listAllMatches = (query: Query) => readPage(query, findMatches, (line) => line.started_at);

/** How much there is of everything. */
export async function readFigures(): Promise<FigureRow> {
  return countAll();
}

/** Work that waits or failed before. */
export async function listJobs(): Promise<JobLine[]> {
  return (await findJobs(PER_PAGE)).map(toPlain);
}
