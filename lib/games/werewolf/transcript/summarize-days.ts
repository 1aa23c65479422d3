import { listOf } from './events';
import type { KeyMoment } from './key-moments';
import type { WerewolfTranscript } from './read-transcript';

/** A day of a match with the night before it. */
export interface DaySummary {
  /** 0: before the first morning. */
  dayNumber: number;
  sentences: string[];
}

/** The claims that belong into a summary, the most important first. */
const CLAIMS: readonly KeyMoment['kind'][] = [
  'COUNTERCLAIM',
  'SEER_CLAIM',
  'INSPECTION_CLAIM',
  'CONTRADICTION',
  'ROLE_CLAIM',
];
const MAX_CLAIMS_A_DAY = 4;
const MAX_CONTRADICTIONS_A_DAY = 2;

/**
 * The match so far, day by day: the night, what was said that mattered, the vote and its result. It contains nothing
 * that is not public. The text names players by their ids.
 */
export function summarizeDays({ moments, votes }: Pick<WerewolfTranscript, 'moments' | 'votes'>): DaySummary[] {
  const days = [...new Set(moments.map(({ dayNumber }) => dayNumber))].sort((one, other) => one - other);
  return days.map((dayNumber) => {
    const own = moments.filter((moment) => moment.dayNumber === dayNumber);
    const isOf = (...kinds: KeyMoment['kind'][]) => own.filter(({ kind }) => kinds.includes(kind));
    const night = isOf('DEATH', 'SAVED').filter(({ text }) => !text.includes('voted out'));
    const claims = CLAIMS.flatMap((kind) =>
      isOf(kind).slice(0, kind === 'CONTRADICTION' ? MAX_CONTRADICTIONS_A_DAY : MAX_CLAIMS_A_DAY),
    ).slice(0, MAX_CLAIMS_A_DAY);
    const out = isOf('DEATH').filter(({ text }) => text.includes('voted out'));
    const textsOf = (some: readonly KeyMoment[]) => own.filter((one) => some.includes(one)).map(({ text }) => text);
    const sentences = [
      ...night.map(({ text }) => text),
      ...textsOf(claims.filter(({ kind }) => kind !== 'CONTRADICTION')),
      ...mostAccused(isOf('ACCUSATION')),
      ...textsOf(claims.filter(({ kind }) => kind === 'CONTRADICTION')),
      ...votesOf(votes, dayNumber),
      ...out.map(({ text }) => text),
      ...isOf('END').map(({ text }) => text),
    ];
    return { dayNumber, sentences };
  });
}

/** One sentence about the player whom most others accused that day. */
function mostAccused(accusations: readonly KeyMoment[]): string[] {
  const accusers = new Map<string, string[]>();
  for (const { playerId, targetPlayerId } of accusations) {
    if (playerId && targetPlayerId) accusers.set(targetPlayerId, [...(accusers.get(targetPlayerId) ?? []), playerId]);
  }
  const [most] = [...accusers].sort(([, one], [, other]) => other.length - one.length);
  return most ? [`${most[0]} is accused by ${listOf(most[1])}.`] : [];
}

/** One sentence with the final votes of a day, for example "Votes: p:3 four, p:5 two, one abstains." */
function votesOf(trails: WerewolfTranscript['votes'], dayNumber: number): string[] {
  const ofDay = trails.filter((trail) => trail.dayNumber === dayNumber);
  if (ofDay.length === 0) return [];
  const counts = new Map<string, number>();
  for (const { targets } of ofDay) {
    const key = targets.at(-1) ?? 'abstentions';
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  const listed = [...counts].sort(([, one], [, other]) => other - one).map(([target, count]) => `${target} ${count}`);
  return [`Votes: ${listed.join(', ')}.`];
}
