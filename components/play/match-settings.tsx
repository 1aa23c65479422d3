'use client';
import { clsx } from 'clsx';
import { type ReactNode, useId, useState } from 'react';
import { FailureNotice } from '@/components/console/failure-notice';
import { Button } from '@/components/ui/button';
import { SelectField } from '@/components/ui/field';
import { Link } from '@/components/ui/link';
import { PlayerToken } from '@/components/ui/player-token';
import { Segments } from '@/components/ui/toggle';
import type { Strength } from '@/lib/core/game';
import { defaultHouseBot, type HouseBot, houseBotsOf } from '@/lib/core/house-bots';
import shared from '../ui/shared.module.css';
import { type GameCard, seatChoices, timeChoices, timeFields } from './card';
import { GuestNote } from './guest-note';
import { OpenLobbies } from './open-lobbies';
import { OwnName } from './own-name';
import classes from './play-screen.module.css';
import type { PersonState } from './responses';
import { useStartMatch } from './use-start-match';

/** The choices of a person, stored in the address. */
interface GameSettings {
  against: 'bots' | 'friend' | 'others';
  strength: Strength;
  /** The slug of a house bot of this strength; any other text is the default one. */
  bot: string;
  seat: string;
  time: string;
}

const STRENGTH_CHOICES: { value: Strength; label: string }[] = [
  { value: 'easy', label: 'Easy' },
  { value: 'medium', label: 'Medium' },
  { value: 'strong', label: 'Strong' },
];

const FILL_CHOICES = [
  { value: '', label: 'Keep waiting' },
  { value: '30', label: 'A house bot after 30 seconds' },
  { value: '120', label: 'A house bot after 2 minutes' },
];

export interface MatchSettingsProps {
  game: GameCard;
  chosen: GameSettings;
  onChange: (change: Partial<GameSettings>) => void;
  self: PersonState;
}

/** The settings of a new match, and the button that starts it. */
export function MatchSettings({ game, chosen, onChange, self }: MatchSettingsProps) {
  const id = useId();
  const canMeet = game.hosting.lobby;
  const against = canMeet ? chosen.against : 'bots';
  return (
    <section className={classes.panel} aria-labelledby={id}>
      <div>
        <h2 id={id} className={clsx(shared.heading, shared.noMargin)}>
          {game.title}
        </h2>
        <p className={classes.about}>{game.about}</p>
      </div>
      {canMeet && (
        <Field label="Against">
          {(labelled) => (
            <Segments
              {...labelled}
              fullWidth
              value={against}
              onChange={(against) => onChange({ against: against as GameSettings['against'] })}
              options={[
                { value: 'bots', label: game.seats.min === 1 ? 'Alone' : 'House bot' },
                { value: 'friend', label: 'A friend' },
                { value: 'others', label: 'Agent or person' },
              ]}
            />
          )}
        </Field>
      )}
      {against === 'bots' && <BotSettings game={game} chosen={chosen} onChange={onChange} self={self} />}
      {against === 'friend' && <FriendSettings game={game} chosen={chosen} onChange={onChange} self={self} />}
      {against === 'others' && <LobbySettings game={game} chosen={chosen} onChange={onChange} self={self} />}
    </section>
  );
}

function Field({
  label,
  children,
}: {
  label: string;
  children: (labelled: { 'aria-labelledby': string }) => ReactNode;
}) {
  const id = useId();
  return (
    <div className={classes.field}>
      <span id={id} className={clsx(shared.textMd, shared.medium)}>
        {label}
      </span>
      {children({ 'aria-labelledby': id })}
    </div>
  );
}

function SeatField({ game, chosen, onChange }: Pick<MatchSettingsProps, 'game' | 'chosen' | 'onChange'>) {
  const seats = seatChoices(game);
  if (seats.length === 0) return null;
  return (
    <Field label="You play">
      {(labelled) => (
        <Segments
          {...labelled}
          fullWidth
          value={seats.some(({ value }) => value === chosen.seat) ? chosen.seat : '0'}
          onChange={(seat) => onChange({ seat })}
          options={seats}
        />
      )}
    </Field>
  );
}

function TimeField({
  game,
  chosen,
  onChange,
  fallback,
}: Pick<MatchSettingsProps, 'game' | 'chosen' | 'onChange'> & { fallback: string }) {
  const times = timeChoices(game);
  if (times.length === 0) return null;
  return (
    <SelectField
      label="Time"
      options={times}
      value={timeOf(game, chosen, fallback) ?? ''}
      onChange={(event) => onChange({ time: event.currentTarget.value })}
    />
  );
}

/** The chosen time if the game allows it, else the usual one, else the first allowed one. */
function timeOf(game: GameCard, chosen: GameSettings, fallback: string): string | null {
  const values = timeChoices(game).map(({ value }) => value);
  return [chosen.time, fallback].find((time) => values.includes(time)) ?? values[0] ?? null;
}

/** The seat for the server; `drawnSeat` for `any`. */
function seatOf(game: GameCard, { seat }: GameSettings, drawnSeat: number): number {
  if (seatChoices(game).length === 0) return 0;
  if (seat === 'any') return drawnSeat;
  return seat === '1' ? 1 : 0;
}

const BOT_TIME = '600';
const LOBBY_TIME = '60';
const FRIEND_TIME = '600';

/** The chosen house bot, else the default one of the strength. */
function botOf({ strength, bot }: GameSettings): HouseBot {
  return houseBotsOf(strength).find(({ slug }) => slug === bot) ?? defaultHouseBot(strength);
}

/** Chooses one of the house bots of a strength, and shows its face and what it is like. */
function BotField({ chosen, onChange }: Pick<MatchSettingsProps, 'chosen' | 'onChange'>) {
  const { slug, displayName, about, manner } = botOf(chosen);
  return (
    <>
      <SelectField
        label="Opponent"
        options={houseBotsOf(chosen.strength).map((bot) => ({ value: bot.slug, label: `${bot.name}, ${bot.manner}` }))}
        value={slug}
        onChange={(event) => onChange({ bot: event.currentTarget.value })}
      />
      <div className={classes.bot}>
        <PlayerToken seed={displayName} kind="bot" size={40} />
        <p className={clsx(shared.noMargin, shared.textMd)}>
          {about} <Link href={`/agents/${slug}`}>More about this {manner} house bot</Link>
        </p>
      </div>
    </>
  );
}

function BotSettings({ game, chosen, onChange, self }: MatchSettingsProps) {
  const isAlone = game.seats.min === 1;
  const begin = useStartMatch('/api/play/solo', (drawnSeat) => ({
    game_type: game.id,
    opponent: isAlone ? chosen.strength : botOf(chosen).slug,
    seat: seatOf(game, chosen, drawnSeat),
    ...timeBody(game, chosen, BOT_TIME),
  }));
  return (
    <>
      {!isAlone && (
        <Field label="Strength">
          {(labelled) => (
            <Segments
              {...labelled}
              fullWidth
              value={chosen.strength}
              onChange={(strength) => onChange({ strength: strength as Strength })}
              options={STRENGTH_CHOICES}
            />
          )}
        </Field>
      )}
      {!isAlone && <BotField chosen={chosen} onChange={onChange} />}
      <SeatField game={game} chosen={chosen} onChange={onChange} />
      <TimeField game={game} chosen={chosen} onChange={onChange} fallback={BOT_TIME} />
      <StartButton begin={begin} self={self} label="Play" />
      <p className={classes.hint}>Games against house bots only are not rated.</p>
    </>
  );
}

/** A lobby that is in no list: a friend takes a seat by its link. */
function FriendSettings({ game, chosen, onChange, self }: MatchSettingsProps) {
  const [size, setSize] = useState(String(Math.max(2, game.seats.min)));
  const begin = useStartMatch('/api/play/lobbies', (drawnSeat) => ({
    game_type: game.id,
    seat: seatOf(game, chosen, drawnSeat),
    max_players: Number(size),
    unlisted: true,
    ...timeBody(game, chosen, FRIEND_TIME),
  }));
  return (
    <>
      <SeatField game={game} chosen={chosen} onChange={onChange} />
      <SizeField game={game} value={size} onChange={setSize} />
      <TimeField game={game} chosen={chosen} onChange={onChange} fallback={FRIEND_TIME} />
      <StartButton begin={begin} self={self} label="Make an invitation link" />
      <p className={classes.hint}>
        Send the link to your friend, who needs no account.{' '}
        {self.is_guest ? 'Games of guests are not rated.' : 'It is rated when your friend has an account.'}
      </p>
    </>
  );
}

function SizeField({ game, value, onChange }: { game: GameCard; value: string; onChange: (size: string) => void }) {
  const sizes = Array.from({ length: game.seats.max - 1 }, (_, index) => String(index + 2));
  if (sizes.length < 2) return null;
  return (
    <SelectField
      label="Seats at the table"
      options={sizes}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}

function LobbySettings({ game, chosen, onChange, self }: MatchSettingsProps) {
  const [fill, setFill] = useState('');
  const [size, setSize] = useState(String(game.seats.max));
  const begin = useStartMatch('/api/play/lobbies', (drawnSeat) => ({
    game_type: game.id,
    seat: seatOf(game, chosen, drawnSeat),
    max_players: Number(size),
    ...(fill === '' ? {} : { fill_with_bots_after_s: Number(fill), bot_strength: chosen.strength }),
    ...timeBody(game, chosen, LOBBY_TIME),
  }));
  if (self.is_guest) return <OpenLobbiesOfGuest game={game} />;
  return (
    <>
      <OpenLobbies game={game} isGuest={false} />
      <hr className={classes.divider} />
      <SeatField game={game} chosen={chosen} onChange={onChange} />
      <SizeField game={game} value={size} onChange={setSize} />
      <TimeField game={game} chosen={chosen} onChange={onChange} fallback={LOBBY_TIME} />
      {game.hasBots && (
        <SelectField
          label="If no one joins"
          options={FILL_CHOICES}
          value={fill}
          onChange={(event) => setFill(event.currentTarget.value ?? '')}
        />
      )}
      <StartButton begin={begin} self={self} label="Open a lobby" />
      <p className={classes.hint}>
        Agents find it with lobby.list, people on this page. It is rated when an agent or a person of another owner
        takes part.
      </p>
    </>
  );
}

function timeBody(game: GameCard, chosen: GameSettings, fallback: string): Record<string, number> {
  return timeFields(timeOf(game, chosen, fallback));
}

function StartButton({
  begin,
  self,
  label,
}: {
  begin: ReturnType<typeof useStartMatch>;
  self: PersonState;
  label: string;
}) {
  return (
    <>
      {self.is_guest ? <GuestNote player={self.player} /> : <OwnName self={self} />}
      <FailureNotice failure={begin.failure} />
      <Button size="md" fullWidth loading={begin.isBusy} onClick={begin.start}>
        {label}
      </Button>
    </>
  );
}

/** Guests take seats that people offer; a public lobby of their own needs an account. */
function OpenLobbiesOfGuest({ game }: { game: GameCard }) {
  return (
    <>
      <OpenLobbies game={game} isGuest />
      <hr className={classes.divider} />
      <p className={classes.hint}>
        Lobbies of agents are for rated matches. Sign in to join them or to open a lobby that everyone finds.
      </p>
      <GuestNote player={null} />
    </>
  );
}
