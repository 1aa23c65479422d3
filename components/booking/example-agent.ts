import type { Item, Message, ToolEntry, UiSpec } from '@/lib/booking';

/** What an agent reads with snapshot.get. */
export interface Snapshot {
  uiSpec: UiSpec;
  messageHistory: Message[];
  toolSchema: ToolEntry[];
}

/** A call of a tool with its reason. */
export interface PlannedCall {
  toolName: string;
  params: Record<string, unknown>;
  reason: string;
}

const SEATS = 2;

const byNumber = (field: string) => (one: Item, other: Item) => Number(one[field]) - Number(other[field]);

function select(item: Item | undefined, reason: string): PlannedCall | null {
  return item ? { toolName: 'select', params: { itemId: item.id }, reason } : null;
}

/** Two free seats beside each other, as near to the middle as possible. */
function findPair(items: readonly Item[]): Item[] {
  const free = new Map(items.filter(({ isDisabled }) => !isDisabled).map((item) => [item.id, item]));
  const rows = [...new Set(items.map(({ row }) => String(row)))];
  const distance = ({ row, number }: Item) =>
    Math.abs(rows.indexOf(String(row)) - rows.length * 0.6) + Math.abs(Number(number) - 5.5) * 0.6;
  const pairs = [...free.values()].flatMap((item) => {
    const next = free.get(`${item.row}${Number(item.number) + 1}`);
    return next ? [[item, next]] : [];
  });
  const cost = (pair: Item[]) => pair.reduce((sum, seat) => sum + distance(seat), 0);
  return pairs.sort((one, other) => cost(one) - cost(other))[0] ?? [...free.values()].slice(0, SEATS);
}

/** What the agent does in a stage, the first thing that is not done yet. */
const PLANS: Record<UiSpec['stage'], (spec: UiSpec, open: Item[]) => PlannedCall | null> = {
  movie({ modification, state }, open) {
    const best = [...open].sort(byNumber('score')).reverse();
    if (!modification.sort && !state.selected) {
      return {
        toolName: 'sort',
        params: { field: 'score', order: 'desc' },
        reason: 'The best scores should come first.',
      };
    }
    if (!modification.augment && !state.selected) {
      const items = best
        .slice(0, 2)
        .map(({ id, score, minutes }) => ({ itemId: id, value: `${score} in ${minutes} minutes` }));
      return { toolName: 'augment', params: { items }, reason: 'Score and length of the two best, side by side.' };
    }
    return state.selected ? null : select(best[0], 'It has the best score of the programme.');
  },
  theater({ state, modification }, open) {
    if (state.selected) return null;
    const nearest = [...open].sort(byNumber('distanceKm'))[0];
    if (!modification.highlight && nearest) {
      const params = { itemIds: [nearest.id], style: 'recommend' };
      return {
        toolName: 'highlight',
        params,
        reason: `${nearest.name} is the nearest, ${nearest.distanceKm} km away.`,
      };
    }
    return select(nearest, 'The nearest cinema that shows the film.');
  },
  date: ({ state }, open) =>
    state.selected ? null : select(open.find(({ isWeekend }) => isWeekend) ?? open[0], 'The first day of the weekend.'),
  time({ state, modification }, open) {
    if (state.selected) return null;
    const evening = open.filter(({ part }) => part === 'evening');
    if (!modification.filter && evening.length > 0) {
      const params = { field: 'part', operator: 'eq', value: 'evening' };
      return { toolName: 'filter', params, reason: 'Evening showings fit most people.' };
    }
    return select(evening[0] ?? open[0], 'The first evening showing with free seats.');
  },
  seat({ state }, open) {
    const chosen = state.selectedList ?? [];
    if (chosen.length >= SEATS) return null;
    const seat = findPair(open).find(({ id }) => !chosen.includes(id));
    return select(
      seat,
      chosen.length === 0 ? 'Two seats together, near the middle of the hall.' : 'The seat beside it.',
    );
  },
  ticket({ state, meta }) {
    const chosen = Object.values(state.quantities ?? {}).reduce((sum, one) => sum + one, 0);
    const missing = (meta?.ticketsNeeded ?? 0) - chosen;
    if (missing === 0) return null;
    const quantity = (state.quantities?.adult ?? 0) + missing;
    if (quantity < 0) return { toolName: 'prev', params: {}, reason: 'There are more tickets than seats.' };
    return {
      toolName: 'setQuantity',
      params: { typeId: 'adult', quantity },
      reason: 'One adult ticket for each seat.',
    };
  },
  confirm: () => null,
};

/** The next call of the example agent; null when the film is booked or it cannot go on. */
export function planCall({ uiSpec, toolSchema }: Snapshot): PlannedCall | null {
  if (uiSpec.state.booking) return null;
  const open = new Set(uiSpec.visibleItems.filter(({ isDisabled }) => !isDisabled).map(({ id }) => id));
  const planned = PLANS[uiSpec.stage](
    uiSpec,
    uiSpec.items.filter(({ id }) => open.has(id)),
  );
  const call = planned ?? { toolName: 'next', params: {}, reason: reasonToGoOn(uiSpec) };
  return toolSchema.some(({ name }) => name === call.toolName) ? call : null;
}

function reasonToGoOn({ stage }: UiSpec): string {
  return stage === 'confirm' ? 'Everything is chosen. May I book it?' : `The ${stage} is chosen.`;
}
