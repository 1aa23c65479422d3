import clsx from 'clsx';
import type { CSSProperties, ReactNode } from 'react';
import classes from './board.module.css';
import { FELT_BOTTOM, layOutTable, type PlacedCard, type PlacedHand, type PlacedSeat, SHOE, SIDE } from './layout';
import { CARD, PlayingCard } from './playing-card';
import { cardText, handStatus, tableStatus, totalText } from './text';
import type { BlackjackView } from './view';

/** The delay between two dealt cards. */
const DEAL_MS = 90;
/** The delay between two cards that the dealer draws. */
const DRAW_MS = 320;
/** The next cards that an omniscient viewer sees. */
const MAX_CARDS_AHEAD = 5;

export interface BlackjackTableProps {
  view: BlackjackView;
  mini: boolean;
  /** The viewer may act: buttons replace the status on the rail. */
  isActing: boolean;
  /** The new cards on the table, by key, with their order in the deal. */
  turns: ReadonlyMap<string, number>;
  /** The id of the path of the printed text; unique on the page. */
  id: string;
}

/** The keys of everything on the table that can be new. */
export function tableKeys(view: BlackjackView): string[] {
  const { dealer, cards } = layOutTable(view);
  return [...[...cards, ...dealer].map(({ key }) => key), ...dealer.flatMap(openCardKey)];
}

/** The felt with all cards. */
export function BlackjackTable({ view, mini, isActing, turns, id }: BlackjackTableProps) {
  const { dealer, seats, cards } = layOutTable(view);
  const table = [...cards, ...dealer];
  const lateMs = DRAW_MS * Math.max(0, ...dealer.flatMap(({ key, draw }) => (turns.has(key) ? [draw] : [])));
  return (
    <svg className={classes.table} viewBox={`0 0 ${SIDE} ${SIDE}`} aria-hidden>
      <rect className={classes.rail} width={SIDE} height={SIDE} rx="28" />
      <path className={classes.felt} d={feltPath()} />
      {!mini && <Print view={view} arc={id} />}
      <Shoe view={view} mini={mini} />
      {view.dealer.cards.length === 0 && <EmptyPlace x={446} y={66} scale={1} />}
      {seats.map((seat) => (
        <SeatPlace key={seat.index} place={seat} view={view} mini={mini} lateMs={lateMs} />
      ))}
      {table.map((card) => (
        <DealtCard
          key={card.key}
          place={card}
          turn={turns.get(card.key) ?? null}
          isTurned={!turns.has(card.key) && openCardKey(card).some((key) => turns.has(key))}
        />
      ))}
      {seats.flatMap(({ hands }) =>
        hands.map((hand) => <HandLine key={hand.key} place={hand} mini={mini} lateMs={lateMs} />),
      )}
      <DealerLine view={view} mini={mini} lateMs={lateMs} />
      {!isActing && !mini && (
        <text className={classes.status} x={SIDE / 2} y="957" textAnchor="middle">
          {tableStatus(view)}
        </text>
      )}
    </svg>
  );
}

/** The second key of an open card, which is new when the hole card is turned over. */
const openCardKey = ({ key, card }: PlacedCard): string[] => (card === null ? [] : [`${key} open`]);

/** Straight at the dealer's side, round towards the players. */
function feltPath(): string {
  return `M24 24H${SIDE - 24}V${FELT_BOTTOM - 96}C${SIDE - 170} ${FELT_BOTTOM + 18} 170 ${FELT_BOTTOM + 18} 24 ${FELT_BOTTOM - 96}Z`;
}

/** The print on the felt and the round. */
function Print({ view, arc }: { view: BlackjackView; arc: string }) {
  return (
    <>
      <path className={classes.arc} d="M110 262Q500 372 890 262" />
      <path id={arc} className={classes.guide} d="M110 304Q500 414 890 304" />
      <text className={classes.lettering} textAnchor="middle">
        <textPath href={`#${arc}`} startOffset="50%">
          Blackjack pays 3 to 2 · Dealer stands on all 17
        </textPath>
      </text>
      <text className={classes.round} x="56" y="84">
        Round {view.round} of {view.rounds}
      </text>
      <text className={classes.note} x="56" y="124">
        Bets {view.min_bet}–{view.max_bet.toLocaleString('en')}
      </text>
    </>
  );
}

function Shoe({ view, mini }: { view: BlackjackView; mini: boolean }) {
  const next = view.shoe?.slice(0, MAX_CARDS_AHEAD) ?? [];
  return (
    <g>
      {[8, 4, 0].map((offset) => (
        <g key={offset} transform={`translate(${SHOE.x + offset} ${SHOE.y + offset}) scale(${SHOE.scale})`}>
          <PlayingCard card={null} />
        </g>
      ))}
      {!mini && view.phase === 'play' && (
        <text className={classes.note} x={SHOE.x + 80} y={SHOE.y + 146} textAnchor="end">
          {next.length > 0 ? `next ${next.map(cardText).join(' ')}` : `${view.shoe_left} left`}
        </text>
      )}
    </g>
  );
}

function DealerLine({ view, mini, lateMs }: { view: BlackjackView; mini: boolean; lateMs: number }) {
  const { dealer } = view;
  if (dealer.cards.length === 0) return null;
  const total = [dealer.cards.includes(null) && 'shows', totalText(dealer), dealer.state === 'bust' && 'bust'];
  const label = dealer.state === 'blackjack' ? 'blackjack' : total.filter(Boolean).join(' ');
  return (
    <Late key={label} ms={lateMs}>
      <Tag x={SIDE / 2} y={236} text={mini ? label : `Dealer ${label}`} tone="plain" />
    </Late>
  );
}

function EmptyPlace({ x, y, scale }: { x: number; y: number; scale: number }) {
  return (
    <rect
      className={classes.empty}
      x={x}
      y={y}
      width={CARD.width * scale}
      height={CARD.height * scale}
      rx={9 * scale}
    />
  );
}

interface DealtProps {
  place: PlacedCard;
  /** Its turn in the dealing; null when it lay there before. */
  turn: number | null;
  /** It has just been turned over. */
  isTurned: boolean;
}

/** A card glides from the shoe to its place; on its way to another place it glides too. */
function DealtCard({ place, turn, isTurned }: DealtProps) {
  const { x, y, scale, card, dimmed, draw } = place;
  const style = {
    '--from-x': `${(SHOE.x - x) / scale}px`,
    '--from-y': `${(SHOE.y - y) / scale}px`,
    animationDelay: `${draw > 0 ? draw * DRAW_MS : (turn ?? 0) * DEAL_MS}ms`,
  } as CSSProperties;
  return (
    <g className={classes.place} style={{ transform: `translate(${x}px, ${y}px) scale(${scale})` }}>
      <g className={clsx(turn !== null && classes.dealt)} style={style}>
        <g key={card === null ? 'back' : 'face'} className={clsx(isTurned && classes.turned)}>
          <PlayingCard card={card} dimmed={dimmed} />
        </g>
      </g>
    </g>
  );
}

type Tone = 'plain' | 'active' | 'won' | 'lost';

interface TagProps {
  x: number;
  y: number;
  text: string;
  tone: Tone;
  /** It is drawn smaller where the words need more room than this. */
  room?: number;
}

/** A word on a small plate, so that it can be read on cards and felt alike. */
function Tag({ x, y, text, tone, room = SIDE }: TagProps) {
  const width = text.length * 15.5 + 28;
  return (
    <g
      className={clsx(classes.tag, classes[tone])}
      transform={`translate(${x} ${y}) scale(${Math.min(1, room / width).toFixed(3)})`}
    >
      <g className={classes.plate}>
        <rect x={-width / 2} y="-24" width={width} height="38" rx="19" />
        <text y="4" textAnchor="middle">
          {text}
        </text>
      </g>
    </g>
  );
}

function toneOf({ result, state, active }: PlacedHand['hand']): Tone {
  if (active) return 'active';
  if (result === 'win' || result === 'blackjack') return 'won';
  return result === 'lose' || result === 'bust' || state === 'bust' ? 'lost' : 'plain';
}

/** The total and the state of a hand under its cards, with its bet. */
function tagOf(hand: PlacedHand['hand']): string {
  if (hand.state === 'blackjack') return hand.result === 'push' ? 'blackjack, push' : 'blackjack';
  const status = hand.result ? handStatus({ ...hand, doubled: false }) : hand.state === 'bust' ? 'bust' : '';
  return [totalText(hand), !hand.result && hand.doubled && '×2', status].filter(Boolean).join(' ');
}

/** How much larger the small board writes a tag, as its style sheet does. */
const MINI_TAG = 1.35;

function HandLine({ place: { hand, x, y, room }, mini, lateMs }: { place: PlacedHand; mini: boolean; lateMs: number }) {
  const text = tagOf(hand);
  return (
    <Late key={text} ms={hand.result ? lateMs : 0}>
      <Tag x={x} y={y} text={text} tone={toneOf(hand)} room={mini ? room / MINI_TAG : room} />
    </Late>
  );
}

/** What follows from the dealer's cards is seen when they lie there. */
function Late({ ms, children }: { ms: number; children: ReactNode }) {
  if (ms === 0) return <g>{children}</g>;
  return (
    <g className={classes.late} style={{ animationDelay: `${ms}ms` }}>
      {children}
    </g>
  );
}

interface SeatPlaceProps {
  place: PlacedSeat;
  view: BlackjackView;
  mini: boolean;
  lateMs: number;
}

/** Who sits here, with what, and what lies on the table for it. */
function SeatPlace({ place, view, mini, lateMs }: SeatPlaceProps) {
  const { seat, x, lift, hands, width } = place;
  const isTurn = view.turn === seat.name;
  const staked = view.phase === 'play' ? hands.reduce((sum, { hand }) => sum + hand.bet, 0) : seat.bet;
  const isBetting = view.phase === 'bet' && !seat.out;
  const y = 742 - lift;
  const scale = Math.min(0.9, (width - 32) / 150);
  return (
    <g className={clsx(classes.seat, isTurn && classes.turn, seat.out && classes.out)}>
      {hands.length === 0 && <EmptyPlace x={x - 50 * scale} y={652 - lift - CARD.height * scale} scale={scale} />}
      {(staked || (isBetting && seat.has_bet)) && <Chip x={x} y={y} text={staked ? inShort(staked) : '?'} />}
      {!staked && view.phase !== 'play' && seat.net !== null && !(isBetting && seat.has_bet) && (
        <Late ms={lateMs}>
          <text className={clsx(classes.net, seat.net > 0 && classes.gain)} x={x} y={y + 10} textAnchor="middle">
            {seat.net === 0 ? 'even' : `${seat.net > 0 ? '+' : '−'}${inShort(Math.abs(seat.net))}`}
          </text>
        </Late>
      )}
      {!mini && (
        <text className={classes.name} x={x} y={y + 62} textAnchor="middle">
          {seat.name === view.you ? 'You' : view.seats.length === 1 ? 'Chips' : seat.name}
        </text>
      )}
      <text className={classes.stack} x={x} y={y + (mini ? 66 : 96)} textAnchor="middle">
        {seat.left ? 'has left' : seat.out ? 'sits out' : (seat.stack - (staked ?? 0)).toLocaleString('en')}
      </text>
    </g>
  );
}

/** What fits on a chip: `200`, `1,500`, `20K`. */
const inShort = (count: number) => count.toLocaleString('en', count < 10_000 ? {} : { notation: 'compact' });

function Chip({ x, y, text }: { x: number; y: number; text: string }) {
  return (
    <g className={classes.chip}>
      <circle cx={x} cy={y} r="31" />
      <circle className={classes.edge} cx={x} cy={y} r="26" />
      <text x={x} y={y + 9} textAnchor="middle">
        {text}
      </text>
    </g>
  );
}
