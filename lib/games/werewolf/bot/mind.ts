import type { BotHearing, BotSituation, Strength } from '@/lib/core/game';
import type { Rng } from '@/lib/core/rng';
import type { WerewolfMove } from '../moves';
import type { Role } from '../state';
import type { OwnView, WerewolfView } from '../view';
import { rankSuspects, trait } from './beliefs';
import { claimants, type Notes, takeNotes } from './notes';

export type BotArgs = BotSituation<WerewolfMove, WerewolfView> & BotHearing & { persona: string };

/** How a bot talks, all match long. */
export type Voice = 'blunt' | 'careful' | 'dry' | 'warm';

/** How each temperament plays. Percentages are decided once a match or once a day, not at every message. */
export interface Temperament {
  /** One of these, by the bot. */
  voices: readonly [Voice, Voice];
  /** A seer who has found a wolf tells it, by day. */
  tellsWolfPercent: number;
  /** A werewolf pretends to be the seer of its own accord. */
  fakesSeerPercent: number;
  /** A werewolf whom a seer accuses claims to be the seer itself. */
  counterclaimsPercent: number;
  /** Answers an accusation with one. */
  hitsBackPercent: number;
  /** How suspicious a player must be before the bot names them. */
  accusesFrom: number;
}

/** Strengths are temperaments in this game: quiet, accuser, deceiver. */
const TEMPERAMENTS: Readonly<Record<Strength, Temperament>> = {
  easy: {
    voices: ['careful', 'warm'],
    tellsWolfPercent: 40,
    fakesSeerPercent: 4,
    counterclaimsPercent: 25,
    hitsBackPercent: 20,
    accusesFrom: 0.6,
  },
  medium: {
    voices: ['blunt', 'dry'],
    tellsWolfPercent: 62,
    fakesSeerPercent: 16,
    counterclaimsPercent: 45,
    hitsBackPercent: 65,
    accusesFrom: -0.2,
  },
  strong: {
    voices: ['warm', 'dry'],
    tellsWolfPercent: 55,
    fakesSeerPercent: 40,
    counterclaimsPercent: 75,
    hitsBackPercent: 40,
    accusesFrom: 0.2,
  },
};

/** What a bot thinks at one moment. */
export interface Mind {
  view: WerewolfView;
  you: OwnView;
  notes: Notes;
  persona: string;
  temperament: Temperament;
  voice: Voice;
  rng: Rng;
  names: readonly string[];
  nowMs: number;
  legalMoves: readonly WerewolfMove[];
  /** The other living players, most suspicious first; a werewolf speaks as a villager would, and spares its mate. */
  suspects: { playerId: string; score: number }[];
  /** A wolf's living mates; empty for others. */
  mates: string[];
}

/** A mate that so many already suspect is given up. */
const LOST_MATE_SCORE = 8;
const SPARED = 6;

/** What a bot makes of all it knows; null for a seat without a player. */
export function openMind({ view, heard, names, nowMs, persona, strength, rng, legalMoves }: BotArgs): Mind | null {
  const { you } = view;
  if (!you) return null;
  const notes = takeNotes({ heard, view }, names);
  const isWolf = you.role === 'WEREWOLF';
  const role: Role = isWolf ? 'VILLAGER' : you.role;
  const alive = new Set(view.players.filter((player) => player.alive).map(({ playerId }) => playerId));
  const mates = you.knownWolves.filter((id) => id !== you.playerId && alive.has(id));
  const suspects = rankSuspects({ view, notes, persona, role })
    .map(({ playerId, score }) => ({
      playerId,
      score: mates.includes(playerId) && score < LOST_MATE_SCORE ? score - SPARED : score,
    }))
    .sort((one, other) => other.score - one.score);
  return {
    view,
    you,
    notes,
    persona,
    temperament: TEMPERAMENTS[strength],
    voice: TEMPERAMENTS[strength].voices[trait(persona, 'voice') < 0.5 ? 0 : 1],
    rng,
    names,
    nowMs,
    legalMoves,
    suspects,
    mates,
  };
}

/** A decision that a bot makes once a match (or once a day, with the day in `name`): the same whenever it is asked again. */
export function decides({ persona }: Pick<Mind, 'persona'>, name: string, percent: number): boolean {
  return trait(persona, name) * 100 < percent;
}

/** Players who accuse this one today. */
export function accusersToday({ notes, you, view }: Mind): string[] {
  const accusers = notes.messages.filter(
    ({ dayNumber, statements }) =>
      dayNumber === view.dayNumber &&
      statements.some((statement) =>
        statement.kind === 'ACCUSE'
          ? statement.target === you.playerId
          : statement.kind === 'CLAIM_RESULT' && statement.target === you.playerId && statement.isWolf,
      ),
  );
  return [...new Set(accusers.map(({ speakerId }) => speakerId))];
}

export const hasClaimed = ({ notes, you }: Mind, role: Role): boolean => claimants(notes, role).includes(you.playerId);

const withoutPlayers = (text: string): string => text.replace(/p:[1-8]/g, '');

/** Whether a player has said these words in this match, about any player. */
export const wasPhrased = ({ notes }: Mind): ((sentence: string) => boolean) => {
  const phrases = notes.messages.map(({ text }) => withoutPlayers(text));
  return (sentence) => phrases.some((text) => text.includes(withoutPlayers(sentence)));
};

/** Whether a player has said these words in this match. */
export const wasSaid =
  ({ notes }: Mind) =>
  (sentence: string): boolean =>
    notes.messages.some(({ text }) => text.includes(sentence));
