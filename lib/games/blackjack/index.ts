import { defineGame } from '@/lib/core/game';
import { chooseMove } from '@/lib/games/blackjack/bot';
import { ACTIONS, mostDecisions } from '@/lib/games/blackjack/hand';
import { BLACKJACK_MANNERS } from '@/lib/games/blackjack/manner';
import { moveSchema } from '@/lib/games/blackjack/moves';
import { blackjackAdapter } from '@/lib/games/blackjack/stateless-adapter';
import {
  actorsOf,
  clockKeyOf,
  decodeTable,
  departedSeats,
  encodeTable,
  handleTimeout,
  leaveTable,
  movesOf,
  openTable,
  optionsSchema,
  outcomeOf,
  playTable,
  SEAT_NAMES,
} from '@/lib/games/blackjack/table';
import { describeTable, viewTable } from '@/lib/games/blackjack/view';

export const blackjack = defineGame({
  id: 'blackjack',
  version: 1,
  title: 'Blackjack',
  about:
    'Every player plays against the dealer: come closer to 21 without going over. The most chips after the last round win.',
  summary: 'A table of one to five seats against the dealer: secret bets, cards in turn, the most chips win.',
  tags: ['cards', 'hidden-information', 'simultaneous', 'solo'],
  rulesSource: 'game-tools.md, Blackjack; decisions.md, Games',
  information: 'hidden',
  chance: true,
  eventTypes: ['move_played', 'bet_noted', 'round_dealt', 'round_settled', 'time_ran_out'],
  hosting: { solo: true, lobby: true, exhibition: true, queue: false },
  seats: { min: 1, max: SEAT_NAMES.length, names: SEAT_NAMES },
  moveTimeS: { fallback: 60, min: 5, max: 86_400 },
  /** The bets have one time limit together, each decision of a round its own. */
  longestPhaseMs: (_options, { seats, moveTimeMs }) => (1 + mostDecisions(seats)) * (moveTimeMs ?? 0),
  options: optionsSchema,
  move: moveSchema,

  setup: ({ options, seats }) => ({ state: openTable(options, seats), events: [] }),
  actors: actorsOf,
  legalMoves: movesOf,
  apply: playTable,
  outcome: outcomeOf,
  view: viewTable,
  encode: encodeTable,
  decode: decodeTable,
  clock: (state, moveTimeMs) => (state.phase === 'over' ? null : { key: clockKeyOf(state), limitMs: moveTimeMs }),
  onDeadline: handleTimeout,
  leaving: { leave: leaveTable, departedSeats },

  instructions: ({ rounds, stack, bet, max_bet }) =>
    [
      `Blackjack at a table of one to five seats against the dealer, ${rounds} rounds, ${stack} chips each. The most chips at the end win; alone at the table you win with more than ${stack}. Each round: all players bet at the same time and in secret (from ${bet} to ${max_bet ?? 20 * bet} chips, at most what you have; a player who cannot bet sits out), two cards are dealt to each seat and two to the dealer (the second face down), the seats play in order, then the dealer. Cards are freshly shuffled for every round.`,
      'To bet, act with {"bet":20}; legal_moves offers some bets, any whole number within the limits will do, and a bet is final. To play a hand, act with one of the words in legal_moves: "hit" (another card), "stand" (enough), "double" (twice the bet, exactly one more card; first two cards only) or "split" (two cards of equal rank become two hands, up to four). {"type":"resign"} gives up: with two or more others the table continues without you, you come last, and session.end frees you for other games. {"type":"state"} only looks.',
      'Pictures count 10, an ace 1 or 11. Over 21 is bust and loses; 21 stands by itself. An ace with a ten-valued card as the first two is blackjack and pays 3:2, rounded down; a split 21 is not one. The dealer hits below 17 and stands on all 17; a dealer with blackjack shows it immediately. Equal totals push. Out of time, you bet the lowest bet, or your hand stands.',
      "Answers: your_turn says whether you may act; view.phase is bet, play or over (while bets are placed the cards of the round before still lie there); view.you is your seat, view.turn whose hand is played, view.dealer.cards the dealer's cards (null is face down), view.seats all stacks, bets and hands, the one to play marked active, view.history the stacks after each round.",
    ].join('\n'),
  actionSchema: {
    description: 'A bet, for example {"bet":20}, while bets are placed; else "hit", "stand", "double" or "split".',
    anyOf: [
      { type: 'string', enum: [...ACTIONS] },
      { type: 'object', properties: { bet: { type: 'integer', minimum: 1 } }, required: ['bet'] },
      { type: 'object', properties: { action: { type: 'string', enum: [...ACTIONS] } }, required: ['action'] },
    ],
  },
  bot: { cost: 'instant', choose: chooseMove, manners: BLACKJACK_MANNERS },
  statelessAdapter: blackjackAdapter,
  describe: describeTable,
});
