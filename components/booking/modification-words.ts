import type { Modification, ModificationType, Operator, UiSpec } from '@/lib/booking';
import { textOf } from './entries';

/** Field names as people say them, where they differ. */
const FIELD_LABELS: Readonly<Record<string, string>> = {
  id: 'number',
  fromPrice: 'price',
  distanceKm: 'distance',
  minutes: 'length',
  age: 'age limit',
  seatsLeft: 'free seats',
  isWeekend: 'weekend',
  part: 'part of the day',
};

const OPERATOR_LABELS: Readonly<Record<Operator, string>> = {
  eq: 'is',
  neq: 'is not',
  contains: 'contains',
  gt: 'is above',
  lt: 'is below',
  gte: 'is at least',
  lte: 'is at most',
  in: 'is one of',
};

/** A field as people say it. */
function fieldLabel(field: string): string {
  return FIELD_LABELS[field] ?? field;
}

function filterLabel({ field, operator, value }: NonNullable<Modification['filter']>): string {
  const word = fieldLabel(field);
  if (typeof value === 'boolean') return `${word}: ${value === (operator === 'eq') ? 'yes' : 'no'}`;
  return `${word} ${OPERATOR_LABELS[operator]} ${textOf(value)}`;
}

/** What was changed in a stage, one line a change. */
export function describeModifications({ modification, items, visibleItems }: UiSpec): {
  type: ModificationType;
  text: string;
}[] {
  const { filter, sort, highlight, augment } = modification;
  const lines: { type: ModificationType; text: string }[] = [];
  if (filter) {
    lines.push({
      type: 'filter',
      text: `Filter: ${filterLabel(filter)} (${visibleItems.length} of ${items.length})`,
    });
  }
  if (sort) {
    lines.push({
      type: 'sort',
      text: `Sorted by ${fieldLabel(sort.field)}${sort.order === 'desc' ? ', highest first' : ''}`,
    });
  }
  if (highlight) lines.push({ type: 'highlight', text: `${highlight.itemIds.length} marked` });
  if (augment?.length)
    lines.push({ type: 'augment', text: augment.length === 1 ? '1 note' : `${augment.length} notes` });
  return lines;
}
