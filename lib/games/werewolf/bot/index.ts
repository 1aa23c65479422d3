import type { GameBot } from '@/lib/core/game';
import type { WerewolfMove } from '../moves';
import type { WerewolfState } from '../state';
import type { WerewolfView } from '../view';
import { type BotArgs, openMind } from './mind';
import { actAtNight } from './night';
import { HEARD_TYPES } from './notes';
import { actingSeats, MESSAGE_GAP_MS, pauseMs, pickSeat } from './schedule';
import { discuss, makeOpening } from './talk';
import { castVote } from './vote';

/** The move of a bot; null when it does nothing now. It keeps to the rate limits of werewolf.md, 8.6. */
function act(args: BotArgs): WerewolfMove | null {
  const mind = openMind(args);
  if (!mind?.you.alive) return null;
  const { view, notes, you, nowMs } = mind;
  const lastSpoken = notes.messages.findLast(({ speakerId }) => speakerId === you.playerId)?.atMs;
  const maySpeak = lastSpoken === undefined || nowMs - lastSpoken >= MESSAGE_GAP_MS;
  switch (view.phase) {
    case 'LOBBY':
      return { type: 'ready' };
    case 'NIGHT':
      return actAtNight(mind);
    case 'DAY_OPENING':
      return maySpeak && !you.requiredAction.alreadySubmitted ? makeOpening(mind) : null;
    case 'DAY_DISCUSSION':
      return maySpeak ? discuss(mind) : null;
    case 'DAY_VOTE':
      return castVote(mind);
    default:
      return null;
  }
}

/** House bots: three temperaments, a small belief model, sentences from templates. No language model. */
export const bot: GameBot<WerewolfMove, WerewolfView, WerewolfState> = {
  cost: 'instant',
  choose: (situation) =>
    act({ ...situation, heard: [], names: [], nowMs: 0, persona: `seat ${situation.seat}` }) ??
    situation.rng.pick(situation.legalMoves),
  conversation: { hears: HEARD_TYPES, actingSeats, pauseMs, pickSeat, act },
};
