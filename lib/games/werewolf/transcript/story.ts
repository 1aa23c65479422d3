import { dataOf, type TranscriptEvent } from './events';
import { findKeyMoments, type KeyMoment, listOf } from './key-moments';

/** A day of a match with the night before it. */
export interface Chapter {
  /** 0: before the first morning. */
  dayNumber: number;
  sentences: string[];
}

/** The moments that belong into a story, the most telling first. */
const TELLING: readonly KeyMoment['kind'][] = [
  'COUNTERCLAIM',
  'SEER_CLAIM',
  'INSPECTION_CLAIM',
  'CONTRADICTION',
  'ROLE_CLAIM',
];
const MAX_TOLD_A_DAY = 4;
const MAX_CONTRADICTIONS_A_DAY = 2;

/**
 * The match so far as a story, a chapter for each day: the night, what was said that mattered, the vote and its result.
 * It tells nothing that is not public. `names`: display names by seat; the text names players by their ids.
 */
export function tellStory(events: readonly TranscriptEvent[], names: readonly string[]): Chapter[] {
  const moments = findKeyMoments(events, names);
  const days = [...new Set(moments.map(({ dayNumber }) => dayNumber))].sort((one, other) => one - other);
  return days.map((dayNumber) => {
    const own = moments.filter((moment) => moment.dayNumber === dayNumber);
    const isOf = (...kinds: KeyMoment['kind'][]) => own.filter(({ kind }) => kinds.includes(kind));
    const night = isOf('DEATH', 'SAVED').filter(({ text }) => !text.includes('voted out'));
    const said = TELLING.flatMap((kind) =>
      isOf(kind).slice(0, kind === 'CONTRADICTION' ? MAX_CONTRADICTIONS_A_DAY : MAX_TOLD_A_DAY),
    ).slice(0, MAX_TOLD_A_DAY);
    const out = isOf('DEATH').filter(({ text }) => text.includes('voted out'));
    const tell = (some: readonly KeyMoment[]) => own.filter((one) => some.includes(one)).map(({ text }) => text);
    const sentences = [
      ...night.map(({ text }) => text),
      ...tell(said.filter(({ kind }) => kind !== 'CONTRADICTION')),
      ...mostAccused(isOf('ACCUSATION')),
      ...tell(said.filter(({ kind }) => kind === 'CONTRADICTION')),
      ...votesOf(events, dayNumber),
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
function votesOf(events: readonly TranscriptEvent[], dayNumber: number): string[] {
  const last = new Map<string, string | null>();
  for (const event of events) {
    const vote = dataOf(event, 'vote_cast');
    if (vote?.dayNumber === dayNumber) last.set(vote.voterPlayerId, vote.targetPlayerId);
  }
  if (last.size === 0) return [];
  const counts = new Map<string, number>();
  for (const target of last.values()) {
    const key = target ?? 'abstentions';
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  const listed = [...counts].sort(([, one], [, other]) => other - one).map(([target, count]) => `${target} ${count}`);
  return [`Votes: ${listed.join(', ')}.`];
}
