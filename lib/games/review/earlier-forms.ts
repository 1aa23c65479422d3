import type { Outcome } from '@/lib/core/game';

/** How earlier releases stored what the same rules say in other words now. Each form is one that a record may have instead. */
interface EarlierForms {
  /** The view as it was stored; null when it was the same. */
  view?(view: Record<string, unknown>): Record<string, unknown> | null;
  /** The outcome of a match with these options as it was stored; null when it was the same. */
  outcome?(outcome: Outcome, options: unknown): Outcome | null;
}

/**
 * Earlier forms by game: 0.1.0 stored no check of chess in a position that is a draw, and ended a match of even and odd whose only
 * round both missed by its rounds.
 */
const EARLIER_FORMS: Readonly<Record<string, EarlierForms>> = {
  chess: {
    view: (view) => (view.status === 'draw' && view.check === true ? { ...view, check: false } : null),
  },
  even_odd: {
    outcome: (outcome, options) =>
      outcome.winner === null && outcome.reason === 'default' && (options as { max_rounds: number }).max_rounds === 1
        ? { ...outcome, reason: 'rounds' }
        : null,
  },
};

/** The view of a game as JSON, and its earlier form where it had another one. */
export function formsOfView(gameId: string, view: Record<string, unknown>): Record<string, unknown>[] {
  const earlier = EARLIER_FORMS[gameId]?.view?.(view) ?? null;
  return earlier ? [view, earlier] : [view];
}

/** The outcome of a match, and its earlier form where it had another one. */
export function formsOfOutcome(gameId: string, outcome: Outcome | null, options: unknown): (Outcome | null)[] {
  const earlier = (outcome && EARLIER_FORMS[gameId]?.outcome?.(outcome, options)) ?? null;
  return earlier ? [outcome, earlier] : [outcome];
}
