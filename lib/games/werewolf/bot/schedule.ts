import type { BotHearing, Seat, Strength } from '@/lib/core/game';
import type { Rng } from '@/lib/core/rng';
import { awaited } from '../moves';
import { livingSeats, type Phase, playerIdOf, type WerewolfState } from '../state';
import type { WerewolfView } from '../view';
import { type HeardMessage, takeNotes } from './notes';

/** werewolf.md, 8.6: at most one public message of a player in this time, and one line of wolf chat. */
export const MESSAGE_GAP_MS = 3_000;
export const WOLF_MESSAGE_GAP_MS = 2_000;

/** Longest pauses between two bots, and what part of the phase they may take. */
const PAUSES: Partial<Record<Phase, { minMs: number; maxMs: number; partMin: number; partMax: number }>> = {
  LOBBY: { minMs: 300, maxMs: 900, partMin: 40, partMax: 16 },
  NIGHT: { minMs: 2_000, maxMs: 6_000, partMin: 24, partMax: 10 },
  DAY_OPENING: { minMs: 3_000, maxMs: 7_000, partMin: 30, partMax: 14 },
  DAY_DISCUSSION: { minMs: 2_500, maxMs: 6_000, partMin: 30, partMax: 14 },
  DAY_VOTE: { minMs: 1_200, maxMs: 3_800, partMin: 30, partMax: 12 },
};

/** The pause before the next bot acts: as people would take it, and shorter where the phases of a match are short. */
export function pauseMs({ phase, phaseMs }: WerewolfView): { min: number; max: number } {
  const pause = PAUSES[phase];
  if (!pause || phaseMs === null) return { min: 1_000, max: 2_000 };
  const max = Math.max(2, Math.min(pause.maxMs, Math.floor(phaseMs / pause.partMax)));
  return { min: Math.max(1, Math.min(pause.minMs, Math.floor(phaseMs / pause.partMin), max - 1)), max };
}

/** In a discussion every living bot may speak at any time, and in a vote change its mind. */
export function actingSeats(state: WerewolfState): Seat[] {
  return state.phase === 'DAY_DISCUSSION' || state.phase === 'DAY_VOTE' ? livingSeats(state) : awaited(state);
}

/** How much more often a bot of each temperament speaks. */
const TALKATIVE: Readonly<Record<Strength, number>> = { easy: 0.5, medium: 1.4, strong: 1 };
const WEIGHTS = { addressed: 7, newToTalk: 3, other: 1 } as const;
const CHANGE_OF_MIND_PERCENT = 55;

type Bot = { seat: Seat; strength: Strength };

/**
 * The bot that acts next, by what is public alone. In a discussion those speak first who were addressed and have not
 * answered, then those who have not spoken.
 */
export function pickSeat({
  view,
  bots,
  heard,
  names,
  nowMs,
  rng,
}: BotHearing & { view: WerewolfView; bots: readonly Bot[]; rng: Rng }): Seat | null {
  if (view.phase === 'DAY_VOTE') return pickVoter(view, bots, rng);
  if (view.phase !== 'DAY_DISCUSSION' && view.phase !== 'DAY_OPENING')
    return bots.length > 0 ? rng.pick(bots).seat : null;
  const messages = takeNotes({ heard, view }, names).messages.filter(({ dayNumber }) => dayNumber === view.dayNumber);
  const free = bots.filter(({ seat }) => nowMs - lastSpokenAt(messages, seat) >= MESSAGE_GAP_MS);
  if (view.phase === 'DAY_OPENING') return free.length > 0 ? rng.pick(free).seat : null;
  return pickWeighted(
    free.map((bot) => ({ seat: bot.seat, weight: urgencyOf(bot, view, messages) * TALKATIVE[bot.strength] })),
    rng,
  );
}

function lastSpokenAt(messages: readonly HeardMessage[], seat: Seat): number {
  return messages.findLast(({ speakerId }) => speakerId === playerIdOf(seat))?.atMs ?? Number.NEGATIVE_INFINITY;
}

function urgencyOf({ seat }: Bot, view: WerewolfView, messages: readonly HeardMessage[]): number {
  const id = playerIdOf(seat);
  const since = messages.findLastIndex(({ speakerId }) => speakerId === id);
  if (messages.slice(since + 1).some(({ mentions }) => mentions.includes(id))) return WEIGHTS.addressed;
  return view.players[seat]?.spoken ? WEIGHTS.other : WEIGHTS.newToTalk;
}

function pickWeighted(options: readonly { seat: Seat; weight: number }[], rng: Rng): Seat | null {
  const total = options.reduce((sum, { weight }) => sum + weight, 0);
  let drawn = (rng.int(1_000_000) / 1_000_000) * total;
  for (const { seat, weight } of options) {
    drawn -= weight;
    if (drawn < 0) return seat;
  }
  return options.at(-1)?.seat ?? null;
}

/** Mostly a bot that has not voted; sometimes one that may change its vote. */
function pickVoter(view: WerewolfView, bots: readonly Bot[], rng: Rng): Seat | null {
  const voted = new Set(view.votes.map(({ voterPlayerId }) => voterPlayerId));
  const open = bots.filter(({ seat }) => !voted.has(playerIdOf(seat)));
  const cast = bots.filter(({ seat }) => voted.has(playerIdOf(seat)));
  const changes = cast.length > 2 && rng.int(100) < CHANGE_OF_MIND_PERCENT;
  const choice = changes || open.length === 0 ? cast : open;
  return choice.length > 0 ? rng.pick(choice).seat : null;
}
