import { z } from 'zod';
import { plainParagraphs, plainText } from '@/lib/core/plain-text';
import { STAGE_FACTS } from './stages';
import {
  type BookingState,
  HIGHLIGHT_STYLES,
  type Item,
  MODIFICATION_TYPES,
  OPERATORS,
  STAGES,
  type ToolEntry,
  type ToolParameter,
} from './types';
import { isSatisfied } from './ui-spec';
import { isClosed, MAX_SEATS, matchesFilter, visibleItems } from './visible-items';

const MAX_MESSAGE_CHARACTERS = 2_000;
const MAX_LABEL_CHARACTERS = 80;
/** Items named by one call; a hall has 100 seats. */
const MAX_NAMED = 100;
/** Items with a text of the agent at a time. */
export const MAX_AUGMENTED = 30;
const MAX_VALUE_CHARACTERS = 60;
const MAX_VALUES = 30;

const itemId = z.string().min(1).max(64);

/** The parameters of each tool. Whether ids and fields exist depends on the stage and is checked after. */
export const PARAMS = {
  filter: z.strictObject({
    field: z.string().max(64),
    operator: z.enum(OPERATORS),
    value: z.union([
      z.string().max(MAX_VALUE_CHARACTERS),
      z.number(),
      z.boolean(),
      z.array(z.union([z.string().max(MAX_VALUE_CHARACTERS), z.number()])).max(MAX_VALUES),
    ]),
  }),
  sort: z.strictObject({ field: z.string().max(64), order: z.enum(['asc', 'desc']) }),
  highlight: z.strictObject({
    itemIds: z.array(itemId).min(1).max(MAX_NAMED),
    style: z.enum(HIGHLIGHT_STYLES).default('recommend'),
  }),
  augment: z.strictObject({
    items: z
      .array(z.strictObject({ itemId, value: plainText(MAX_LABEL_CHARACTERS) }))
      .min(1)
      .max(MAX_AUGMENTED),
  }),
  clearModification: z.strictObject({ type: z.enum(MODIFICATION_TYPES).optional() }),
  select: z.strictObject({ itemId }),
  setQuantity: z.strictObject({
    typeId: z.string().max(64),
    quantity: z
      .int('must be a whole number')
      .min(0, 'setQuantity requires quantity >= 0')
      .max(MAX_SEATS, `must be at most ${MAX_SEATS}`),
  }),
  next: z.strictObject({}),
  prev: z.strictObject({}),
  postMessage: z.strictObject({ text: plainParagraphs(MAX_MESSAGE_CHARACTERS) }),
};

export type ToolName = keyof typeof PARAMS;

export const TOOL_NAMES = Object.keys(PARAMS) as ToolName[];

const fieldsOf = (state: BookingState) => Object.keys(STAGE_FACTS[state.stage].fields);

/** Whether `select` takes the item now: it is visible and not disabled. */
export function isSelectable(state: BookingState, item: Item): boolean {
  const takesSelection = state.stage !== 'ticket' && state.stage !== 'confirm';
  return takesSelection && matchesFilter(state, item) && !isClosed(state, item);
}

/** The ids that `select` takes now, in the order of the page. */
function selectableIds(state: BookingState): string[] {
  return visibleItems(state).flatMap(({ id, isDisabled }) => (isDisabled ? [] : [id]));
}

/** Whether a tool can be called now. */
export function isAvailable(tool: ToolName, state: BookingState): boolean {
  switch (tool) {
    case 'postMessage':
      return true;
    case 'filter':
      return fieldsOf(state).length > 0;
    case 'sort':
      return STAGE_FACTS[state.stage].canSort;
    case 'highlight':
    case 'augment':
    case 'clearModification':
      return state.booking === null;
    case 'select':
      return state.items?.some((item) => isSelectable(state, item)) ?? false;
    case 'setQuantity':
      return state.stage === 'ticket';
    case 'next':
      return isSatisfied(state);
    case 'prev':
      return state.stage !== 'movie' && state.booking === null;
  }
}

/** The tools that can be called now. */
export function availableTools(state: BookingState): ToolName[] {
  return TOOL_NAMES.filter((tool) => isAvailable(tool, state));
}

const text = (description: string, more: Partial<ToolParameter> = {}): ToolParameter => ({
  type: 'string',
  description,
  ...more,
});

const describeFields = (state: BookingState) =>
  Object.entries(STAGE_FACTS[state.stage].fields)
    .map(([field, type]) => `${field} (${type})`)
    .join(', ');

const nextStage = (state: BookingState) => STAGES[STAGES.indexOf(state.stage) + 1];

const ENTRIES: Record<ToolName, (state: BookingState) => Omit<ToolEntry, 'name'>> = {
  filter: (state) => ({
    description: 'Show only the items that match. Replaces an earlier filter.',
    parameters: {
      field: text(`Field of the items: ${describeFields(state)}`, { enum: fieldsOf(state) }),
      operator: text('How the field is compared. in: value is an array; contains: part of a text or member of a list', {
        enum: OPERATORS,
      }),
      value: {
        type: 'any',
        description: 'What the field is compared with, of the type of the field',
      },
    },
  }),
  sort: (state) => ({
    description: 'Order the items by a field.',
    parameters: {
      field: text('Field of the items', { enum: fieldsOf(state) }),
      order: text('Smallest or largest first', { enum: ['asc', 'desc'] }),
    },
  }),
  highlight: () => ({
    description: 'Mark items for the person. Replaces an earlier highlight.',
    parameters: {
      itemIds: { type: 'array', description: 'Ids of items of this stage' },
      style: text('recommend by default', { enum: HIGHLIGHT_STYLES, optional: true }),
    },
  }),
  augment: () => ({
    description: 'Show your own short text with items, for example why one fits.',
    parameters: {
      items: {
        type: 'array',
        description: `[{ itemId, value }]: id of an item of this stage, and at most ${MAX_LABEL_CHARACTERS} characters; at most ${MAX_AUGMENTED} items at a time`,
      },
    },
  }),
  clearModification: () => ({
    description: 'Undo filter, sort, highlight or augment; all of them without a type.',
    parameters: { type: text('What to undo', { enum: MODIFICATION_TYPES, optional: true }) },
  }),
  select: (state) => ({
    description:
      state.stage === 'seat' ? 'Select a seat, or release a selected one.' : 'Choose an item. next goes on with it.',
    parameters: { itemId: text('Id of an item that is visible and not disabled', { enum: selectableIds(state) }) },
  }),
  setQuantity: (state) => ({
    description: `Set the number of tickets of a type. Together they must be ${state.seats.length}, one for each seat.`,
    parameters: {
      typeId: text('Id of a ticket type', { enum: (state.items ?? []).map(({ id }) => id) }),
      quantity: { type: 'integer', description: `0 to ${MAX_SEATS}` },
    },
  }),
  next: (state) => ({
    description:
      state.stage === 'confirm'
        ? 'Confirm: books the seats. This cannot be undone.'
        : `Go on to the next stage: ${nextStage(state)}.`,
    parameters: {},
  }),
  prev: () => ({ description: 'Go back to the stage before. Choices are kept.', parameters: {} }),
  postMessage: () => ({
    description: 'Write to the person in the chat.',
    parameters: { text: text(`At most ${MAX_MESSAGE_CHARACTERS} characters`) },
  }),
};

/** The tools that can be called now, with their parameters; none while the items are not loaded. */
export function toolSchemaOf(state: BookingState): ToolEntry[] {
  if (state.items === null) return [];
  return availableTools(state).map((name) => ({ name, ...ENTRIES[name](state) }));
}
