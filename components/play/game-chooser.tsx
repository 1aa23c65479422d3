'use client';
import { type ReactNode, useEffect, useRef } from 'react';
import type { GameCard } from './card';
import classes from './game-chooser.module.css';

/** The games as cards with a board each; one is chosen, also by arrow keys. */
export function GameChooser({
  games,
  boards,
  current,
  onChoose,
}: {
  games: readonly GameCard[];
  boards: Readonly<Record<string, ReactNode>>;
  current: string;
  onChoose: (id: string) => void;
}) {
  const cards = useRef<HTMLFieldSetElement>(null);
  // On a phone the cards are one row: scroll to the chosen one.
  useEffect(() => {
    const row = cards.current;
    const card = row?.querySelector<HTMLElement>('[data-chosen="true"]');
    if (row && card) row.scrollLeft = card.offsetLeft - (row.clientWidth - card.offsetWidth) / 2;
  }, []);
  return (
    <fieldset ref={cards} className={classes.games}>
      <legend className="visually-hidden">Game</legend>
      {games.map((game) => (
        <label key={game.id} className={classes.card} data-chosen={game.id === current}>
          <input
            className={classes.radio}
            type="radio"
            name="game"
            value={game.id}
            checked={game.id === current}
            onChange={() => onChoose(game.id)}
          />
          <span className={classes.board} aria-hidden inert>
            {boards[game.id]}
          </span>
          <span className={classes.title}>{game.title}</span>
          <span className={classes.players}>{formatPlayerCount(game)}</span>
        </label>
      ))}
    </fieldset>
  );
}

function formatPlayerCount({ seats }: GameCard): string {
  if (seats.max === 1) return 'Alone';
  if (seats.min === seats.max) return `${seats.min} players`;
  return `${seats.min} to ${seats.max} players`;
}
