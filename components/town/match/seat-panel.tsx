'use client';
import { useEffect, useRef, useState } from 'react';
import { OwnClock } from '@/components/play/own-clock';
import { Problem } from '@/components/play/problem';
import type { OwnSeatState } from '@/components/play/use-own-seat';
import { useTurnTitle } from '@/components/play/use-turn-title';
import { Button } from '@/components/ui/button';
import { TextAreaField } from '@/components/ui/field';
import type { SnapshotPlayer } from '@/lib/domain/matches';
import shared from '../../ui/shared.module.css';
import { ROLE_LABELS } from '../phases';
import { type OwnView, ownViewSchema, ROLE_GOALS, TARGET_ACTIONS } from './own-role';
import classes from './seat-panel.module.css';
import { withNames } from './words';

export interface SeatPanelProps {
  own: OwnSeatState;
  players: readonly SnapshotPlayer[];
  offsetMs: number;
}

/** The panel of a person who plays: the own role, what to do now, the time for it, and the words to say. */
export function SeatPanel({ own, players, offsetMs }: SeatPanelProps) {
  const parsed = ownViewSchema.safeParse(own.seat.view);
  const isAwaited = own.seat.status === 'active' && own.seat.your_turn;
  useTurnTitle(isAwaited && own.outgoing === null);
  const phase = parsed.success ? parsed.data.phase : '';
  const problem = useProblem(own, phase);
  if (!parsed.success) return null;
  const { you } = parsed.data;
  const isOver = own.seat.status !== 'active';
  return (
    <section className={classes.panel} data-turn={isAwaited} data-seat={own.seat.seat} aria-label="Your seat">
      <div className={classes.head}>
        <p className={classes.role} data-role={you.role}>
          You are {you.role === 'SEER' || you.role === 'DOCTOR' ? 'the' : 'a'}{' '}
          <strong>{ROLE_LABELS[you.role].toLowerCase()}</strong>
          {!you.alive && ' and dead'}
        </p>
        {!isOver && you.alive && own.seat.clock.deadline_at && (
          <OwnClock deadlineAt={own.seat.clock.deadline_at} offsetMs={offsetMs} />
        )}
      </div>
      {you.alive && !isOver && <p className={classes.goal}>{ROLE_GOALS[you.role]}</p>}
      <Secrets you={you} players={players} />
      {!isOver && <WhatToDo own={own} you={you} phase={phase} players={players} />}
      {isOver && (
        <p className={classes.ask} role="status">
          {resultOf(own)}
        </p>
      )}
      {own.outgoing?.isWaiting && (
        <Problem>No answer from Botplay. What you sent is kept and sent again; it counts once.</Problem>
      )}
      {problem && <Problem>{problem}</Problem>}
    </section>
  );
}

/** Why the last thing sent did not count; it is said until the phase changes. */
function useProblem({ failure }: OwnSeatState, phase: string): string | null {
  const [noted, setNoted] = useState({ failure, phase });
  if (noted.failure !== failure) setNoted({ failure, phase });
  if (!failure || noted.phase !== phase) return null;
  return failure.message.includes('the phase is') ? 'Too late: that phase is over.' : failure.message;
}

type You = OwnView['you'];

/** What this player alone knows. */
function Secrets({ you, players }: { you: You; players: readonly SnapshotPlayer[] }) {
  const name = nameOf(players);
  const mates = you.knownWolves.filter((id) => id !== you.playerId);
  const facts = [
    ...mates.map((id) => `${name(id)} is the other werewolf.`),
    ...you.seerHistory.map(
      ({ night, targetPlayerId, result }) =>
        `Night ${night}: ${name(targetPlayerId)} is ${result === 'WEREWOLF' ? 'a werewolf' : 'not a werewolf'}.`,
    ),
    ...you.packTargets
      .filter(({ byPlayerId }) => byPlayerId !== you.playerId)
      .map(({ byPlayerId, targetPlayerId }) => `${name(byPlayerId)} wants to attack ${name(targetPlayerId)}.`),
  ];
  if (facts.length === 0) return null;
  return (
    <ul className={classes.facts} aria-label="What only you know">
      {facts.map((fact) => (
        <li key={fact}>{fact}</li>
      ))}
    </ul>
  );
}

interface WhatToDoProps {
  own: OwnSeatState;
  you: You;
  phase: string;
  players: readonly SnapshotPlayer[];
}

function WhatToDo({ own, you, phase, players }: WhatToDoProps) {
  const { type, alreadySubmitted } = you.requiredAction;
  const send = own.play?.onMove;
  if (!you.alive) return <p className={classes.ask}>You may watch to the end, but not act. Your side can still win.</p>;
  if (phase === 'LOBBY') {
    // A player who is ready may say so again; the match waits only for the others.
    return send && own.seat.your_turn ? (
      <Button loading={own.outgoing !== null} onClick={() => send({ type: 'ready' })}>
        I am ready
      </Button>
    ) : (
      <p className={classes.ask}>You are ready. Waiting for the others.</p>
    );
  }
  if (type === 'SPEAK_OPENING' || type === 'SPEAK_DISCUSSION') {
    if (!send || (type === 'SPEAK_OPENING' && alreadySubmitted))
      return <p className={classes.ask}>You have spoken. The discussion follows.</p>;
    return (
      <SpeechBox
        label={type === 'SPEAK_OPENING' ? 'Your opening statement' : 'Say something to everybody'}
        maxLength={500}
        isSending={own.outgoing !== null}
        hasFailed={own.failure !== null}
        onSend={(text) => send({ type: 'say', text })}
      />
    );
  }
  const action = TARGET_ACTIONS[type];
  if (!action) return <p className={classes.ask}>{WAITING[phase] ?? 'Please wait.'}</p>;
  return (
    <>
      <Targets own={own} you={you} players={players} action={action} />
      {type === 'WOLF_KILL' && send && (
        <SpeechBox
          label="Whisper to the other werewolf"
          maxLength={400}
          isSending={own.outgoing !== null}
          hasFailed={own.failure !== null}
          onSend={(text) => send({ type: 'wolf_chat', text })}
        />
      )}
    </>
  );
}

const WAITING: Record<string, string> = {
  NIGHT: 'It is night. Wait for the morning.',
  DAY_ANNOUNCE: 'The Town Crier tells what happened in the night.',
  DAY_RESOLUTION: 'The vote is over. The night follows.',
};

interface TargetsProps extends Pick<WhatToDoProps, 'own' | 'you' | 'players'> {
  action: { type: string; ask: string; done: string };
}

/** One button for each player that may be chosen. */
function Targets({ own, you, players, action }: TargetsProps) {
  const { allowedTargets } = you.requiredAction;
  const name = nameOf(players);
  const chosen = you.chosenPlayerId;
  const send = own.play?.onMove;
  return (
    <fieldset className={classes.targets} aria-busy={own.outgoing !== null}>
      <legend className={classes.ask}>{chosen ? `${action.done} ${name(chosen)}.` : action.ask}</legend>
      {allowedTargets.map((id) => (
        <button
          key={id}
          type="button"
          className={classes.target}
          aria-pressed={id === chosen}
          disabled={!send || own.outgoing !== null}
          onClick={() => send?.({ type: action.type, targetPlayerId: id })}
        >
          {name(id)}
          {id === you.playerId && ' (you)'}
        </button>
      ))}
      {action.type === 'vote' && (
        <button
          type="button"
          className={classes.target}
          aria-pressed={chosen === null && you.requiredAction.alreadySubmitted}
          disabled={!send || own.outgoing !== null}
          onClick={() => send?.({ type: 'vote', targetPlayerId: null })}
        >
          Abstain
        </button>
      )}
    </fieldset>
  );
}

interface SpeechBoxProps {
  label: string;
  maxLength: number;
  isSending: boolean;
  /** The last thing sent was refused: the words stay. */
  hasFailed: boolean;
  onSend: (text: string) => void;
}

/**
 * A box for words; Enter sends them, Shift and Enter begins a new line. The words stay until they have been said; what is typed
 * while they are sent stays too.
 */
function SpeechBox({ label, maxLength, isSending, hasFailed, onSend }: SpeechBoxProps) {
  const [text, setText] = useState('');
  const sentText = useRef<string | null>(null);
  useEffect(() => {
    const sent = sentText.current;
    if (isSending || sent === null) return;
    sentText.current = null;
    if (!hasFailed) setText((now) => (now.trim() === sent ? '' : now));
  }, [isSending, hasFailed]);
  const words = text.trim();
  const send = () => {
    if (words === '' || isSending) return;
    onSend(words);
    sentText.current = words;
  };
  return (
    <form
      className={shared.grid8}
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      <TextAreaField
        label={label}
        description={`${maxLength - text.length} characters left. Enter sends.`}
        rows={2}
        maxRows={4}
        maxLength={maxLength}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
          event.preventDefault();
          send();
        }}
      />
      <Button type="submit" loading={isSending} disabled={words === ''}>
        Send
      </Button>
    </form>
  );
}

const nameOf = (players: readonly SnapshotPlayer[]) => (id: string) => withNames(id, players);

function resultOf({ seat }: OwnSeatState): string {
  const own = seat.outcome?.results.find((entry) => entry.seat === seat.seat)?.result;
  if (own === 'win') return 'Your side has won.';
  return own === 'loss' ? 'Your side has lost.' : 'The match is over.';
}
