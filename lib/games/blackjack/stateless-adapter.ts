import { z } from 'zod';
import type { Rng } from '@/lib/core/rng';
import type { PlayResult, StatelessAdapter } from '@/lib/core/stateless-adapter';
import { readStakes, STAKES_INPUTS } from '@/lib/games/stakes';
import { gameTypeField, policyField, refusalText } from '@/lib/games/turn-adapter';
import { type Card, isCard } from './cards';
import { ACTIONS, HAND_STATES, type Hand, RESULTS, settleBox } from './hand';
import { readAction } from './moves';
import {
  dealRound,
  findRoundFault,
  handIndexOf,
  LAST_ACTIONS,
  playRound,
  type Round,
  roundActions,
  TURNS,
} from './round';

const GAME_TYPE = 'blackjack';

const POLICY = {
  mustChooseFromActions: true,
  chooseExactlyOne: true,
  mustNotRevealDealerHoleCardInChat: true,
} as const;
const HOLE_CARD = 'hidden_until_dealer_turn_or_game_over';

/** The state string of game-tools.md, Blackjack state format. */
function encode(round: Round): string {
  const { shoe, box, dealer, turn, last } = round;
  const isOver = turn === 'over';
  const fields = {
    S: shoe.join(','),
    P: box.hands
      .map(({ cards, state, doubled, bet }) => [cards.join(','), state, doubled ? 1 : 0, bet].join('@'))
      .join(';'),
    D: dealer.join(','),
    BK: box.stack,
    B: box.bet,
    T: turn,
    H: handIndexOf(round),
    ST: isOver ? 'game_over' : 'in_progress',
    LA: last,
    ...(isOver ? { R: settleBox(box, dealer).results.join(';') } : {}),
  };
  return Object.entries(fields)
    .map(([name, value]) => `${name}:${value}`)
    .join('|');
}

const CARDS = '[A2-9TJQK][SHDC](?:,[A2-9TJQK][SHDC])*';
const CHIPS = '\\d{1,12}';
const HAND = `${CARDS}@(?:${HAND_STATES.join('|')})@[01]@${CHIPS}`;
const STATE_STRING = new RegExp(
  [
    `^S:(${CARDS})`,
    `P:(${HAND}(?:;${HAND})*)`,
    `D:(${CARDS})`,
    `BK:(${CHIPS})`,
    `B:(${CHIPS})`,
    `T:(${TURNS.join('|')})`,
    'H:\\d',
    'ST:(?:in_progress|game_over)',
    `LA:(${LAST_ACTIONS.join('|')})(?:\\|R:[a-z;]+)?$`,
  ].join('\\|'),
);
const FORMAT =
  'S:<shoe>|P:<hand1;hand2>|D:<dealer>|BK:<stack>|B:<bet>|T:<turn>|H:<hand_index>|ST:<status>|LA:<last_action>|R:<results>';

/** Reads a state string. Refuses an unreachable position and fields that contradict it. */
function decode(text: string): Round {
  const [, shoe = '', hands = '', dealer = '', stack, bet, turn, last] = STATE_STRING.exec(text) ?? [];
  if (last === undefined) throw new Error(`Not a blackjack state: expected ${FORMAT}`);
  const round: Round = {
    shoe: readCards(shoe),
    box: { hands: hands.split(';').map(readHand), bet: Number(bet), stack: Number(stack) },
    dealer: readCards(dealer),
    turn: TURNS.find((one) => one === turn) ?? 'over',
    last: LAST_ACTIONS.find((one) => one === last) ?? 'deal',
  };
  if (round.box.bet < 1) throw new Error('Impossible blackjack state: the bet is at least 1.');
  if (round.dealer.length < 2 || round.box.hands.some(({ cards }) => cards.length < 2)) {
    throw new Error('Impossible blackjack state: every hand has at least two cards.');
  }
  const fault = findRoundFault(round);
  if (fault) throw new Error(`Impossible blackjack state: ${fault}.`);
  if (encode(round) !== text) throw new Error(`The fields contradict each other; expected ${encode(round)}`);
  return round;
}

function readCards(text: string): Card[] {
  return text.split(',').filter(isCard);
}

function readHand(text: string): Hand {
  const [cards = '', state, doubled, bet] = text.split('@');
  return {
    cards: readCards(cards),
    state: HAND_STATES.find((one) => one === state) ?? 'active',
    doubled: doubled === '1',
    bet: Number(bet),
  };
}

function begin(asked: Record<string, unknown>, rng: Rng): PlayResult<Round> {
  const stakes = readStakes(asked);
  return stakes.ok ? { ok: true, position: dealRound(stakes.stack, stakes.bet, rng) } : stakes;
}

function play(round: Round, sent: unknown): PlayResult<Round> {
  const action = readAction(sent);
  const played = action
    ? playRound(round, action)
    : { ok: false as const, reason: `Choose one of ${ACTIONS.join(', ')}.` };
  if (played.ok) return { ok: true, position: played.round };
  return { ok: false, reason: refusalText('action', played.reason, roundActions(round)) };
}

const action = z.enum(ACTIONS).describe('What to do with the hand');
const turn = z.enum(TURNS).describe('Who acts: the player, then the dealer, until the hand is over');
const handIndex = z.int().min(0).max(3).describe('The hand that is played, from 0; the last one when all are played');

/** The stateless tools of game-tools.md, Blackjack: one hand per game; the caller also plays the dealer. */
export const blackjackAdapter: StatelessAdapter<Round> = {
  gameType: GAME_TYPE,
  snapshotType: 'blackjack_snapshot',
  stateField: 'state',
  stateFormat: FORMAT,
  keepsGames: true,
  begin: {
    tool: 'new_blackjack_game',
    title: 'New hand of blackjack',
    inputs: STAKES_INPUTS,
    start: begin,
  },
  apply: {
    tool: 'apply_blackjack_action',
    title: 'Act in blackjack',
    move: { field: 'action', schema: action },
    play,
  },
  legal: {
    tool: 'legal_blackjack_actions',
    title: 'Legal actions in blackjack',
    answer: (round) => ({
      type: 'legal_actions',
      gameType: GAME_TYPE,
      actions: roundActions(round),
      turn: round.turn,
      handIndex: handIndexOf(round),
    }),
    fields: {
      type: z.literal('legal_actions').describe('What this is'),
      gameType: gameTypeField(GAME_TYPE),
      actions: z.array(action).describe('Everything that whose turn it is may do; empty once the game is over'),
      turn,
      handIndex,
    },
  },
  choose: {
    tool: 'choose_blackjack_dealer_action',
    title: "The dealer's choice in blackjack",
    answer: (round) => ({
      type: 'opponent_choice',
      gameType: GAME_TYPE,
      actions: round.turn === 'dealer' ? roundActions(round) : [],
      policy: { ...POLICY, dealerHoleCardVisibility: HOLE_CARD },
    }),
    fields: {
      type: z.literal('opponent_choice').describe('What this is'),
      gameType: gameTypeField(GAME_TYPE),
      actions: z
        .array(z.enum(['hit', 'stand']))
        .describe('The one thing that the rules demand of the dealer; empty while it is not the dealer’s turn'),
      policy: policyField(Object.keys(POLICY), {
        dealerHoleCardVisibility: z.literal(HOLE_CARD).describe('When the second card of the dealer may be revealed'),
      }),
    },
  },
  encode,
  decode,
  snapshot: (round, after) => ({
    status: round.turn === 'over' ? 'game_over' : 'in_progress',
    turn: round.turn,
    lastAction: round.last,
    ...(after === 'apply' ? { handIndex: handIndexOf(round) } : {}),
    ...(round.turn === 'over' ? { results: settleBox(round.box, round.dealer).results } : {}),
  }),
  snapshotFields: {
    status: z.enum(['in_progress', 'game_over']).describe('Whether the hand continues'),
    turn,
    lastAction: z.enum(LAST_ACTIONS).describe('What was done last'),
    handIndex: handIndex.describe('The hand that is played, from 0; on apply only'),
    results: z.array(z.enum(RESULTS)).describe('How each hand fared; only once the game is over'),
  },
  example: {
    position:
      'S:QS,9S,8H,9C,7D,4C,JS,KC,JC,5S,8S,6S,AC,4H,6C,QC,AD,KH,KD,7C,QH,3S,AS,4D,7S,TS,2H,TC,2D,5C,5H,2C,9D,3H,3C,5D,JD,8D,KS,TD,JH,8C,6H,6D,9H,4S,AH,2S|P:7H,3D@active@0@10|D:TH,QD|BK:1000|B:10|T:player|H:0|ST:in_progress|LA:deal',
    move: 'double',
  },
};
