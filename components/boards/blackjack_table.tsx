import clsx from 'clsx';
import type { CSSProperties } from 'react';
import classes from './blackjack.module.css';
import { FELT_BOTTOM, layOut, type PlacedCard, type PlacedHand, type PlacedSeat, SHOE, SIDE } from './blackjack_layout';
import { cardInWords, handStatus, tableStatus, totalInWords } from './card_words';
import { CARD, PlayingCard } from './playing_card';
import type { BlackjackView } from './views';

/** Between two cards that are dealt one after the other. */
const DEAL_MS = 90;
/** Between two cards that the dealer draws. */
const DRAW_MS = 320;
/** Cards to come that who sees everything is shown. */
const SHOWN_AHEAD = 5;

export interface BlackjackTableProps {
  view: BlackjackView;
  mini: boolean;
  /** The viewer acts: buttons take the place of the words on the rail. */
  isActing: boolean;
  /** Cards that are new on the table, by key, with their turn in the dealing. */
  turns: ReadonlyMap<string, number>;
  /** Of the path that words run along; different for every table of a page. */
  id: string;
}

/** What lies on a table, by the keys under which it can be new. */
export function keysOf(view: BlackjackView): string[] {
  const { dealer, cards } = layOut(view);
  return [...[...cards, ...dealer].map(({ key }) => key), ...dealer.flatMap(openKey)];
}

/** The felt with all that lies on it. */
export function BlackjackTable({ view, mini, isActing, turns, id }: BlackjackTableProps) {
  const { dealer, seats, cards } = layOut(view);
  const table = [...cards, ...dealer];
  return (
    <svg className={classes.table} viewBox={`0 0 ${SIDE} ${SIDE}`} aria-hidden>
      <rect className={classes.rail} width={SIDE} height={SIDE} rx="28" />
      <path className={classes.felt} d={feltPath()} />
      {!mini && <Print view={view} arc={id} />}
      <Shoe view={view} mini={mini} />
      {view.dealer.cards.length === 0 && <EmptyPlace x={446} y={66} scale={1} />}
      {seats.map((seat) => (
        <SeatPlace key={seat.index} place={seat} view={view} mini={mini} />
      ))}
      {table.map((card) => (
        <DealtCard
          key={card.key}
          place={card}
          turn={turns.get(card.key) ?? null}
          isDealers={dealer.includes(card)}
          isTurned={!turns.has(card.key) && openKey(card).some((key) => turns.has(key))}
        />
      ))}
      {seats.flatMap(({ hands }) => hands.map((hand) => <HandLine key={hand.key} place={hand} />))}
      <DealerLine view={view} mini={mini} />
      {!isActing && !mini && (
        <text className={classes.status} x={SIDE / 2} y="957" textAnchor="middle">
          {tableStatus(view)}
        </text>
      )}
    </svg>
  );
}

/** A card that lies open has a second key: it is new when the hole card turns over. */
const openKey = ({ key, card }: PlacedCard): string[] => (card === null ? [] : [`${key} open`]);

/** Straight at the dealer's side, rounded towards the players. */
function feltPath(): string {
  return `M24 24H${SIDE - 24}V${FELT_BOTTOM - 96}C${SIDE - 170} ${FELT_BOTTOM + 18} 170 ${FELT_BOTTOM + 18} 24 ${FELT_BOTTOM - 96}Z`;
}

/** What is printed on the felt and said of the round. */
function Print({ view, arc }: { view: BlackjackView; arc: string }) {
  return (
    <>
      <path className={classes.arc} d="M110 262Q500 372 890 262" />
      <path id={arc} className={classes.guide} d="M110 304Q500 414 890 304" />
      <text className={classes.print} textAnchor="middle">
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
  const next = view.shoe?.slice(0, SHOWN_AHEAD) ?? [];
  return (
    <g>
      {[8, 4, 0].map((offset) => (
        <g key={offset} transform={`translate(${SHOE.x + offset} ${SHOE.y + offset}) scale(${SHOE.scale})`}>
          <PlayingCard card={null} />
        </g>
      ))}
      {!mini && view.phase === 'play' && (
        <text className={classes.note} x={SHOE.x + 80} y={SHOE.y + 146} textAnchor="end">
          {next.length > 0 ? `next ${next.map(cardInWords).join(' ')}` : `${view.shoe_left} left`}
        </text>
      )}
    </g>
  );
}

function DealerLine({ view, mini }: { view: BlackjackView; mini: boolean }) {
  const { dealer } = view;
  if (dealer.cards.length === 0) return null;
  const done = dealer.state === 'bust' || dealer.state === 'blackjack' ? dealer.state : '';
  const said = [dealer.cards.includes(null) ? 'shows' : '', totalInWords(dealer), done].filter(Boolean).join(' ');
  return <Tag x={SIDE / 2} y={236} text={mini ? said : `Dealer ${said}`} tone="plain" />;
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
  isDealers: boolean;
  /** It has just been turned over. */
  isTurned: boolean;
}

/** A card glides from the shoe to its place; on its way to another place it glides too. */
function DealtCard({ place, turn, isDealers, isTurned }: DealtProps) {
  const { x, y, scale, card, dimmed } = place;
  const style = {
    '--from-x': `${(SHOE.x - x) / scale}px`,
    '--from-y': `${(SHOE.y - y) / scale}px`,
    animationDelay: `${(turn ?? 0) * (isDealers ? DRAW_MS : DEAL_MS)}ms`,
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

/** A word on a small plate, so that it can be read on cards and felt alike. */
function Tag({ x, y, text, tone }: { x: number; y: number; text: string; tone: Tone }) {
  const width = text.length * 15.5 + 28;
  return (
    <g className={clsx(classes.tag, classes[tone])}>
      <rect x={x - width / 2} y={y - 24} width={width} height="38" rx="19" />
      <text x={x} y={y + 4} textAnchor="middle">
        {text}
      </text>
    </g>
  );
}

function toneOf({ result, state, active }: PlacedHand['hand']): Tone {
  if (active) return 'active';
  if (result === 'win' || result === 'blackjack') return 'won';
  return result === 'lose' || result === 'bust' || state === 'bust' ? 'lost' : 'plain';
}

/** The total of a hand and how it stands, under its cards. */
function HandLine({ place: { hand, x, y } }: { place: PlacedHand }) {
  const status = handStatus(hand);
  const text = [totalInWords(hand), hand.result || hand.state !== 'stand' ? status : hand.doubled ? 'doubled' : '']
    .filter(Boolean)
    .join(' ');
  return <Tag x={x} y={y} text={text} tone={toneOf(hand)} />;
}

/** Who sits here, with what, and what lies on the table for it. */
function SeatPlace({ place, view, mini }: { place: PlacedSeat; view: BlackjackView; mini: boolean }) {
  const { seat, x, lift, hands, width } = place;
  const isTurn = view.turn === seat.name;
  const staked = view.phase === 'play' ? hands.reduce((sum, { hand }) => sum + hand.bet, 0) : seat.bet;
  const isBetting = view.phase === 'bet' && !seat.out;
  const y = 742 - lift;
  const scale = Math.min(0.9, (width - 32) / 150);
  return (
    <g className={clsx(classes.seat, isTurn && classes.turn, seat.out && classes.out)}>
      {hands.length === 0 && <EmptyPlace x={x - 50 * scale} y={652 - lift - CARD.height * scale} scale={scale} />}
      {(staked || (isBetting && seat.has_bet)) && <Chip x={x} y={y} text={staked ? String(staked) : '?'} />}
      {!staked && view.phase !== 'play' && seat.net !== null && !(isBetting && seat.has_bet) && (
        <text className={clsx(classes.net, seat.net > 0 && classes.gain)} x={x} y={y + 10} textAnchor="middle">
          {seat.net > 0 ? `+${seat.net}` : seat.net === 0 ? '±0' : `−${-seat.net}`}
        </text>
      )}
      {!mini && (
        <text className={classes.name} x={x} y={y + 62} textAnchor="middle">
          {seat.name === view.you ? 'You' : seat.name}
        </text>
      )}
      <text className={classes.stack} x={x} y={y + (mini ? 66 : 96)} textAnchor="middle">
        {seat.out ? 'sits out' : (seat.stack - (staked ?? 0)).toLocaleString('en')}
      </text>
    </g>
  );
}

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
