'use client';
import { parseAsString, useQueryState } from 'nuqs';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { EngineStopped, useEngine } from '@/components/engine/engine';
import type { PracticeMove, PracticeOpinion, PracticePosition } from '@/lib/games/practice';
import { beginTrail, extend, goTo, isHouseToMove, type Opponent, type Step, stepAt, type Trail, undo } from './trail';

export interface PracticeBoard {
  trail: Trail;
  step: Step;
  opponent: Opponent;
  /** A move is on its way, or the house thinks. */
  busy: 'moving' | 'house' | 'judge' | null;
  /** What went wrong with the last thing that was asked for. */
  fault: string | null;
  opinion: PracticeOpinion | null;
  play(move: unknown): void;
  undo(): void;
  go(at: number): void;
  setOpponent(opponent: Opponent): void;
  /** Takes up another position; null is the beginning of the game. */
  open(state: string | null): void;
  judge(): void;
}

const wordsOf = (error: unknown) => (error instanceof Error ? error.message : 'It did not work.');

function freshSeed(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** An unrated board: the rules and the bots run in a worker, the position is in the address, nothing is kept. */
export function usePractice(gameId: string, initial: PracticePosition): PracticeBoard {
  const engine = useEngine();
  const [trail, setTrail] = useState(() => beginTrail(initial));
  const [opponent, setOpponent] = useState<Opponent>(null);
  const [busy, setBusy] = useState<PracticeBoard['busy']>(null);
  const [fault, setFault] = useState<string | null>(null);
  const [opinion, setOpinion] = useState<PracticeOpinion | null>(null);
  const [, setAddress] = useQueryState(
    'state',
    parseAsString.withOptions({ history: 'replace', shallow: true, scroll: false }),
  );
  /** Whatever is answered to an earlier question is not wanted any more. */
  const question = useRef(0);
  const step = stepAt(trail);
  const { state } = step.position;

  const move = (next: Trail) => {
    question.current++;
    setTrail(next);
    setBusy(null);
    setFault(null);
    setOpinion(null);
    if (stepAt(next).position.state !== state) void setAddress(stepAt(next).position.state);
  };

  /** Asks the worker; what it answers counts only if nothing else has happened on the board. */
  const ask = async <Value>(
    what: NonNullable<PracticeBoard['busy']>,
    call: () => Promise<{ ok: true; value: Value } | { ok: false; reason: string }>,
    take: (value: Value) => void,
  ) => {
    const mine = ++question.current;
    setBusy(what);
    setFault(null);
    try {
      const answer = await call();
      if (mine !== question.current) return;
      setBusy(null);
      if (answer.ok) take(answer.value);
      else setFault(answer.reason);
    } catch (error) {
      if (error instanceof EngineStopped || mine !== question.current) return;
      setBusy(null);
      setFault(wordsOf(error));
    }
  };

  const made = (played: PracticeMove) => move(extend(trail, played));
  const askHouse = useEffectEvent(() => {
    if (!opponent || !isHouseToMove(trail, opponent)) return;
    const { strength } = opponent;
    void ask('house', () => engine.ask('house', { gameId, state, strength, seed: freshSeed() }), made);
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: the house looks again when any of these has changed
  useEffect(() => askHouse(), [trail, opponent]);

  return {
    trail,
    step,
    opponent,
    busy,
    fault,
    opinion,
    play: (chosen) => void ask('moving', () => engine.ask('play', { gameId, state, move: chosen }), made),
    undo: () => move(undo(trail, opponent)),
    go: (at) => move(goTo(trail, at)),
    setOpponent: (next) => {
      question.current++;
      setBusy(null);
      setOpponent(next);
    },
    open: (text) =>
      void ask(
        'moving',
        () => engine.ask('open', { gameId, state: text }),
        (position) => move(beginTrail(position)),
      ),
    judge: () => void ask('judge', () => engine.ask('judge', { gameId, state }), setOpinion),
  };
}
