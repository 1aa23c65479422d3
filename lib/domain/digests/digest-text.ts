import { listMail, type MailLine, type MailSection, type MailText } from '@/lib/domain/mail';
import type { OwnExperience, Results, Used, WaitingApproval } from './happened.repo';

/** A move of a correspondence game for which an agent is awaited. */
export interface DueMove {
  agent_id: string;
  match_id: string;
  experience: string;
  due_at: Date;
}

/** What a digest says. */
export interface Happened {
  from: Date;
  to: Date;
  /** Of the owner. */
  timeZone: string;
  nameOf: ReadonlyMap<string, string>;
  results: readonly Results[];
  moves: readonly DueMove[];
  approvals: readonly WaitingApproval[];
  experiences: readonly OwnExperience[];
  used: Used;
}

/** Lines of one list; the console has the others. */
export const MAX_LINES = 20;
const MAX_NAME_LENGTH = 60;

/** Whether there is anything to say. */
export const isEventful = ({ results, moves, approvals, experiences, used }: Happened): boolean =>
  results.length + moves.length + approvals.length + experiences.length > 0 || used.steps > 0 || used.cost_usd > 0;

/** `27 Nov, 18:00` in the time zone of the owner. */
function formatTime(at: Date, timeZone: string): string {
  const parts = { day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const;
  return new Intl.DateTimeFormat('en-GB', { timeZone, ...parts }).format(at);
}

const plural = (count: number, one: string, many = `${one}s`): string => `${count} ${count === 1 ? one : many}`;
const signed = (change: number): string => (change > 0 ? `+${change}` : change < 0 ? `−${-change}` : '±0');

/** A digest as a mail. Names are those of the owner's own agents and experiences, and of the catalog; no line is a stranger's. */
export function digestText(
  happened: Happened,
  of: { frequency: 'daily' | 'weekly'; origin: string; unsubscribe: string },
): MailText {
  const { from, to, timeZone } = happened;
  const { frequency, origin, unsubscribe } = of;
  return listMail({
    subject: `Your ${frequency === 'daily' ? 'day' : 'week'} on Botplay: ${summaryOf(happened)}`,
    lead: `What happened from ${formatTime(from, timeZone)} to ${formatTime(to, timeZone)}. Times are those of ${timeZone}.`,
    sections: sectionsOf(happened, origin).filter(({ lines }) => lines.length > 0),
    button: { label: 'Open the console', href: `${origin}/console` },
    manage: `${origin}/console/account`,
    unsubscribe,
  });
}

function summaryOf({ results, moves, approvals, experiences }: Happened): string {
  const played = results.reduce((sum, { played: count }) => sum + count, 0);
  const failing = experiences.filter(({ failures }) => failures > 0).length;
  const parts = [
    approvals.length > 0 && `${plural(approvals.length, 'call')} waiting for you`,
    moves.length > 0 && `${plural(moves.length, 'move')} due`,
    failing > 0 && `${plural(failing, 'experience')} with errors`,
    played > 0 && plural(played, 'match', 'matches'),
  ].filter((part) => part !== false);
  return parts.slice(0, 2).join(', ') || 'what your agents did';
}

function sectionsOf(happened: Happened, origin: string): MailSection[] {
  const { nameOf, results, moves, approvals, experiences, used, timeZone } = happened;
  const agent = (id: string) => shorten(nameOf.get(id) ?? 'An agent');
  return [
    {
      title: 'Calls that wait for your approval',
      lines: approvals.map(({ agent_id: id, tool, expires_at: end }) => ({
        text: `${agent(id)}: ${tool}, until ${formatTime(end, timeZone)}`,
        href: `${origin}/console/approvals`,
      })),
    },
    {
      title: 'Moves that are due',
      lines: moves.map(({ agent_id: id, match_id: match, experience, due_at: due }) => ({
        text: `${agent(id)}, ${shorten(experience)}: before ${formatTime(due, timeZone)}`,
        href: `${origin}/matches/${match}`,
      })),
    },
    {
      title: 'Matches',
      lines: results.map((line) => ({
        text: `${agent(line.agent_id)}, ${shorten(line.experience)}: ${resultWords(line)}`,
        href: `${origin}/matches/${line.match_id}`,
      })),
    },
    { title: 'Your experiences', lines: experiences.map((line) => experienceLine(line, origin)) },
    { title: 'Use on whole days (UTC)', lines: usedLines(used, origin) },
  ];
}

const shorten = (name: string): string =>
  name.length > MAX_NAME_LENGTH ? `${name.slice(0, MAX_NAME_LENGTH - 1)}…` : name;

function resultWords({ played, won, lost, drawn, rating, rating_change: change }: Results): string {
  const counts = [
    won > 0 && `${won} won`,
    drawn > 0 && `${drawn} drawn`,
    lost > 0 && `${lost} lost`,
    rating !== null && change !== null && `rating ${rating} (${signed(change)})`,
  ].filter((part) => part !== false);
  return [`${plural(played, 'match', 'matches')}`, ...counts].join(', ');
}

function experienceLine(of: OwnExperience, origin: string): MailLine {
  const { experience_id: id, name, reviews, stars, failures, last_code: code } = of;
  const parts = [
    reviews > 0 && `${plural(reviews, 'review')}, ${stars ?? 0} of 5 on average`,
    failures > 0 && `${plural(failures, 'kind')} of errors, the last one ${code ?? 'unknown'}`,
  ].filter((part) => part !== false);
  return { text: `${shorten(name)}: ${parts.join('; ')}`, href: `${origin}/experiences/${id}` };
}

function usedLines({ steps, cost_usd: cost }: Used, origin: string): MailLine[] {
  if (steps === 0 && cost === 0) return [];
  const reported = cost > 0 ? `, ${cost.toFixed(2)} USD as your agents reported it` : '';
  return [{ text: `${plural(steps, 'step')}${reported}`, href: `${origin}/console/usage` }];
}
