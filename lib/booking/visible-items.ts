import { STAGE_FACTS } from './stages';
import type { BookingState, FieldValue, Item, Modification, VisibleItem } from './types';

/** Seats of one booking. */
export const MAX_SEATS = 8;

type Filter = NonNullable<Modification['filter']>;

/** Made once: localeCompare with options would make one for each comparison. */
const WORDS = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });

const lower = (value: unknown): string => String(value).toLowerCase();

function isEqual(actual: FieldValue, wanted: unknown): boolean {
  return typeof actual === 'string' && typeof wanted === 'string' ? lower(actual) === lower(wanted) : actual === wanted;
}

function compare(one: FieldValue, other: FieldValue): number {
  if (typeof one === 'number' && typeof other === 'number') return one - other;
  return WORDS.compare(String(one), String(other));
}

function contains(actual: FieldValue, wanted: FieldValue): boolean {
  if (Array.isArray(actual)) return actual.some((one) => lower(one) === lower(wanted));
  return lower(actual).includes(lower(wanted));
}

function isAnyOf(actual: FieldValue, wanted: FieldValue): boolean {
  const list = Array.isArray(wanted) ? wanted : [wanted];
  return list.some((one) => (Array.isArray(actual) ? contains(actual, one) : isEqual(actual, one)));
}

function matches(item: Item, { field, operator, value }: Filter): boolean {
  const actual = item[field];
  if (actual === undefined) return operator === 'neq';
  switch (operator) {
    case 'eq':
      return isEqual(actual, value);
    case 'neq':
      return !isEqual(actual, value);
    case 'contains':
      return contains(actual, value);
    case 'in':
      return isAnyOf(actual, value);
    case 'gt':
      return compare(actual, value) > 0;
    case 'lt':
      return compare(actual, value) < 0;
    case 'gte':
      return compare(actual, value) >= 0;
    case 'lte':
      return compare(actual, value) <= 0;
  }
}

function sorted(items: readonly Item[], { field, order }: NonNullable<Modification['sort']>): Item[] {
  const sign = order === 'asc' ? 1 : -1;
  return [...items].sort((one, other) => {
    const [a, b] = [one[field], other[field]];
    if (a === undefined || b === undefined) return Number(a === undefined) - Number(b === undefined);
    return sign * compare(a, b);
  });
}

/** Whether the filter shows an item. */
export function matchesFilter({ modification: { filter } }: BookingState, item: Item): boolean {
  return !filter || matches(item, filter);
}

/** Whether an item cannot be selected: it is disabled, or one seat more than a booking takes. Selected seats can be released. */
export function isClosed(state: BookingState, item: Item): boolean {
  if (item.isDisabled) return true;
  if (state.stage !== 'seat' || state.seats.length < MAX_SEATS) return false;
  return !state.seats.some(({ id }) => id === item.id);
}

/** The items that the person sees, in their order: filtered, sorted, with the words of an augmentation. */
export function visibleItems(state: BookingState): VisibleItem[] {
  const { sort, augment } = state.modification;
  const { valueField } = STAGE_FACTS[state.stage];
  const kept = (state.items ?? []).filter((item) => matchesFilter(state, item));
  const ordered = sort ? sorted(kept, sort) : kept;
  const words = new Map(augment?.map(({ itemId, value }) => [itemId, value]));
  return ordered.map((item) => ({
    id: item.id,
    value: words.get(item.id) ?? String(item[valueField] ?? item.id),
    ...(isClosed(state, item) ? { isDisabled: true } : {}),
  }));
}
