import type { TownBuilding, TownSnapshot } from '@/lib/domain/werewolf';
import type { Phase, Role, Team } from '@/lib/games/werewolf/state';

/** What a phase is called, and the sign of its light. */
export const PHASE_LABELS: Record<
  Phase,
  { word: string; sign: 'hourglass' | 'moon' | 'bell' | 'talk' | 'vote' | 'flag' }
> = {
  LOBBY: { word: 'Gathering', sign: 'hourglass' },
  NIGHT: { word: 'Night', sign: 'moon' },
  DAY_ANNOUNCE: { word: 'Morning', sign: 'bell' },
  DAY_OPENING: { word: 'Opening', sign: 'talk' },
  DAY_DISCUSSION: { word: 'Discussion', sign: 'talk' },
  DAY_VOTE: { word: 'Vote', sign: 'vote' },
  DAY_RESOLUTION: { word: 'Verdict', sign: 'vote' },
  ENDED: { word: 'Over', sign: 'flag' },
};

/** "Night 1", "Vote, day 2", "Gathering", "Over". A night belongs to the day that follows it. */
export function describePhase({ phase, day_number: day }: Pick<TownBuilding, 'phase' | 'day_number'>): string {
  const { word } = PHASE_LABELS[phase];
  if (phase === 'LOBBY' || phase === 'ENDED') return word;
  return phase === 'NIGHT' ? `${word} ${day + 1}` : `${word}, day ${day}`;
}

/** What follows a phase, after "until". */
export const NEXT_LABELS: Record<Exclude<Phase, 'ENDED'>, string> = {
  LOBBY: 'the first night',
  NIGHT: 'the morning',
  DAY_ANNOUNCE: 'the first words',
  DAY_OPENING: 'the discussion',
  DAY_DISCUSSION: 'the vote',
  DAY_VOTE: 'the verdict',
  DAY_RESOLUTION: 'the night',
};

/** Night over the town: most of the running matches are at night, or none runs. */
export function isNightIn({ buildings }: Pick<TownSnapshot, 'buildings'>): boolean {
  const running = buildings.filter(({ phase }) => phase !== 'ENDED');
  const nights = running.filter(({ phase }) => isDark(phase)).length;
  return nights * 2 >= running.length;
}

/** Before the first morning the match is in the evening. */
export const isDark = (phase: Phase): boolean => phase === 'NIGHT' || phase === 'LOBBY';

export const ROLE_LABELS: Record<Role, string> = {
  VILLAGER: 'Villager',
  WEREWOLF: 'Werewolf',
  SEER: 'Seer',
  DOCTOR: 'Doctor',
};

export const WINNER_LABELS: Record<Team, string> = {
  VILLAGERS: 'The village won',
  WEREWOLVES: 'The werewolves won',
};
