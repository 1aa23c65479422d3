'use client';
import { parseAsString, useQueryState } from 'nuqs';
import { useEffect, useEffectEvent, useState } from 'react';
import { randomHex } from '@/components/ui/random-id';
import type { PracticeMove, PracticeOpinion, PracticePosition } from '@/lib/games/practice';
import {
  appendMove,
  currentStep,
  goToStep,
  isBotToMove,
  type MoveHistory,
  type Opponent,
  type Step,
  startHistory,
  undoMove,
} from './move-history';
import { type EngineTask, useEngineRequests } from './use-engine-requests';

export interface PracticeBoard {
  history: MoveHistory;
  step: Step;
  opponent: Opponent;
  task: EngineTask | null;
  /** Why the last request failed. */
  failure: string | null;
  opinion: PracticeOpinion | null;
  play(move: unknown): void;
  undoMove(): void;
  goTo(at: number): void;
  setOpponent(opponent: Opponent): void;
  /** Sets up a position; null is the initial position of the game. */
  open(state: string | null): void;
  judge(): void;
}

/** An unrated board: the rules and the bots run in a worker, the position is in the address, nothing is stored. */
export function usePractice(gameId: string, initial: PracticePosition): PracticeBoard {
  const { task, failure, send, cancel } = useEngineRequests();
  const [history, setHistory] = useState(() => startHistory(initial));
  const [opponent, setOpponent] = useState<Opponent>(null);
  const [opinion, setOpinion] = useState<PracticeOpinion | null>(null);
  const [, setAddress] = useQueryState(
    'state',
    parseAsString.withOptions({ history: 'replace', shallow: true, scroll: false }),
  );
  const step = currentStep(history);
  const { state } = step.position;

  const show = (next: MoveHistory) => {
    cancel();
    setHistory(next);
    setOpinion(null);
    const nextState = currentStep(next).position.state;
    if (nextState !== state) void setAddress(nextState);
  };
  const append = (move: PracticeMove) => show(appendMove(history, move));

  const moveBot = useEffectEvent(() => {
    if (!opponent || !isBotToMove(history, opponent)) return;
    const { strength } = opponent;
    const seed = randomHex();
    void send('bot', (engine) => engine.request('playBot', { gameId, state, strength, seed }), append);
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: the bot may have to move when one of these has changed
  useEffect(() => moveBot(), [history, opponent]);

  return {
    history,
    step,
    opponent,
    task,
    failure,
    opinion,
    play: (move) => void send('moving', (engine) => engine.request('play', { gameId, state, move }), append),
    undoMove: () => show(undoMove(history, opponent)),
    goTo: (at) => show(goToStep(history, at)),
    setOpponent: (next) => {
      cancel();
      setOpponent(next);
    },
    open: (text) =>
      void send(
        'moving',
        (engine) => engine.request('open', { gameId, state: text }),
        (position) => show(startHistory(position)),
      ),
    judge: () => void send('judging', (engine) => engine.request('judge', { gameId, state }), setOpinion),
  };
}
