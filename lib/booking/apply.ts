import type { z } from 'zod';
import { effectToBook, effectToLoad } from './effects';
import { addMessage, announceStage } from './messages';
import { ticketItems } from './prices';
import { STAGE_FACTS } from './stages';
import { availableTools, isAvailable, isSelectable, MAX_AUGMENTED, PARAMS, TOOL_NAMES, type ToolName } from './tools';
import {
  type BookingState,
  type BookingStep,
  type Effect,
  type Item,
  type Modification,
  type SingleStage,
  STAGES,
  type ToolCall,
} from './types';
import { summaryItems } from './ui-spec';

/** What a tool makes of a state: the new state and the effect in words, or why its parameters do not fit. */
type Change = { state: BookingState; label: string; effect?: Effect } | { wrong: string };

type Params<Name extends ToolName> = z.output<(typeof PARAMS)[Name]>;

const fault = (wrong: string): Change => ({ wrong });

const itemsOf = (state: BookingState): Item[] => state.items ?? [];

function labelOf(state: BookingState, item: Item): string {
  return String(item[STAGE_FACTS[state.stage].valueField] ?? item.id);
}

function modify(state: BookingState, change: Modification, label: string): Change {
  return { state: { ...state, modification: { ...state.modification, ...change } }, label };
}

function findFieldFault(state: BookingState, field: string): string | null {
  const names = Object.keys(STAGE_FACTS[state.stage].fields);
  return names.includes(field) ? null : `field: must be one of ${names.join(', ')}`;
}

/** Why the value cannot be compared with the field; null when it can. */
function findFilterFault(state: BookingState, { field, operator, value }: Params<'filter'>): string | null {
  const unknown = findFieldFault(state, field);
  if (unknown) return unknown;
  const type = STAGE_FACTS[state.stage].fields[field] ?? 'string';
  const single = type === 'string[]' ? 'string' : type;
  if (operator === 'in') {
    const fits = Array.isArray(value) && value.every((one) => typeof one === single);
    return fits ? null : `value: must be an array of ${single}s for ${field} with the operator in`;
  }
  if (operator === 'contains' ? single !== 'string' : type === 'string[]') {
    return `operator: ${operator} does not fit ${field}, which is a ${type}`;
  }
  const isOrder = operator !== 'eq' && operator !== 'neq' && operator !== 'contains';
  if (isOrder && type === 'boolean') return `operator: ${operator} does not fit ${field}, which is a boolean`;
  return typeof value === single ? null : `value: must be a ${single} for ${field}`;
}

function findIdFault(state: BookingState, ids: readonly string[], path: string): string | null {
  const itemIds = new Set(itemsOf(state).map(({ id }) => id));
  const missing = ids.find((id) => !itemIds.has(id));
  return missing === undefined ? null : `${path}: no item ${JSON.stringify(missing)} in this stage`;
}

function select(state: BookingState, { itemId }: Params<'select'>): Change {
  const item = itemsOf(state).find(({ id }) => id === itemId);
  if (item === undefined || !isSelectable(state, item)) {
    const why = item === undefined ? 'is not an item of this stage' : 'is disabled or hidden by the filter';
    return fault(`itemId: ${JSON.stringify(itemId)} ${why}`);
  }
  if (state.stage === 'seat') return toggleSeat(state, item);
  const stage = state.stage as SingleStage;
  const label = `Chose ${labelOf(state, item)}`;
  if (state.picked[stage]?.id === itemId) return { state, label };
  return {
    state: { ...dropLaterChoices(state, stage), picked: { ...earlierPicks(state, stage), [stage]: item } },
    label,
  };
}

function toggleSeat(state: BookingState, item: Item): Change {
  const isSelected = state.seats.some(({ id }) => id === item.id);
  const seats = isSelected ? state.seats.filter(({ id }) => id !== item.id) : [...state.seats, item];
  return { state: { ...state, seats }, label: `${isSelected ? 'Released' : 'Selected'} seat ${item.id}` };
}

function earlierPicks({ picked }: BookingState, stage: SingleStage): BookingState['picked'] {
  const earlier = STAGES.slice(0, STAGES.indexOf(stage)) as SingleStage[];
  return Object.fromEntries(earlier.flatMap((one) => (picked[one] ? [[one, picked[one]]] : [])));
}

/** Another choice makes the later ones meaningless. */
function dropLaterChoices(state: BookingState, stage: SingleStage): BookingState {
  return { ...state, picked: earlierPicks(state, stage), seats: [], quantities: {} };
}

function setQuantity(state: BookingState, { typeId, quantity }: Params<'setQuantity'>): Change {
  const type = itemsOf(state).find(({ id }) => id === typeId);
  if (!type) return fault(findIdFault(state, [typeId], 'typeId') ?? 'typeId');
  const quantities = { ...state.quantities, [typeId]: quantity };
  return { state: { ...state, quantities }, label: `Set ${labelOf(state, type)} to ${quantity}` };
}

/** Moves to another stage; its items are loaded where they come from the catalogue. */
function moveTo(state: BookingState, stage: BookingState['stage'], label: string): Change {
  const moved: BookingState = { ...state, stage, items: null, modification: {} };
  if (stage === 'ticket') return { state: { ...moved, items: ticketItems(moved) }, label };
  if (stage === 'confirm') return { state: { ...moved, items: summaryItems(moved) }, label };
  return { state: moved, label, effect: effectToLoad(moved, stage) };
}

const CHANGES: { [Name in ToolName]: (state: BookingState, params: Params<Name>) => Change } = {
  filter(state, params) {
    const wrong = findFilterFault(state, params);
    if (wrong) return fault(wrong);
    return modify(state, { filter: params }, `Filtered by ${params.field}`);
  },
  sort(state, { field, order }) {
    const wrong = findFieldFault(state, field);
    return wrong ? fault(wrong) : modify(state, { sort: { field, order } }, `Sorted by ${field}`);
  },
  highlight(state, { itemIds, style }) {
    const wrong = findIdFault(state, itemIds, 'itemIds');
    if (wrong) return fault(wrong);
    const ids = [...new Set(itemIds)];
    return modify(
      state,
      { highlight: { itemIds: ids, style } },
      `Marked ${ids.length === 1 ? 'an item' : `${ids.length} items`}`,
    );
  },
  augment(state, { items }) {
    const wrong = findIdFault(
      state,
      items.map(({ itemId }) => itemId),
      'items',
    );
    if (wrong) return fault(wrong);
    const texts = new Map((state.modification.augment ?? []).map(({ itemId, value }) => [itemId, value]));
    for (const { itemId, value } of items) texts.set(itemId, value);
    if (texts.size > MAX_AUGMENTED) return fault(`items: at most ${MAX_AUGMENTED} items have a text at a time`);
    const augment = [...texts].map(([itemId, value]) => ({ itemId, value }));
    return modify(state, { augment }, `Added ${items.length === 1 ? 'a note' : `${items.length} notes`}`);
  },
  clearModification(state, { type }) {
    const modification = { ...state.modification };
    if (type) delete modification[type];
    return { state: { ...state, modification: type ? modification : {} }, label: `Cleared ${type ?? 'all changes'}` };
  },
  select,
  setQuantity,
  next(state) {
    if (state.stage === 'confirm') return { state, label: 'Asked to book', effect: effectToBook(state) };
    const stage = STAGES[STAGES.indexOf(state.stage) + 1] ?? 'confirm';
    return moveTo(state, stage, `Went on to ${STAGE_FACTS[stage].label.toLowerCase()}`);
  },
  prev(state) {
    const stage = STAGES[STAGES.indexOf(state.stage) - 1] ?? 'movie';
    return moveTo(state, stage, `Went back to ${STAGE_FACTS[stage].label.toLowerCase()}`);
  },
  postMessage: (state, { text }) => ({ state, label: text }),
};

const isToolName = (name: string): name is ToolName => (TOOL_NAMES as string[]).includes(name);

function findReasonFault({ by, reason }: ToolCall): string | null {
  if (by === 'user') return null;
  return typeof reason === 'string' && reason.trim() !== '' ? null : 'reason: say in a sentence why you call this tool';
}

const MAX_REASON_CHARACTERS = 1_000;

function recordCall(state: BookingState, { by, toolName, reason }: ToolCall, label: string, at: string): BookingState {
  if (toolName === 'postMessage') return addMessage(state, at, { type: by, text: label });
  const why = by === 'agent' ? { text: String(reason).trim().slice(0, MAX_REASON_CHARACTERS) } : {};
  return addMessage(state, at, { type: by, action: toolName, label, ...why });
}

/** Why a call cannot be made now; null when it can. */
function findFault(state: BookingState, call: ToolCall): BookingStep['fault'] {
  const { toolName } = call;
  const invalid = (message: string) => ({ code: 'INVALID_PARAMS' as const, message });
  if (!isToolName(toolName)) {
    const message = `There is no tool ${JSON.stringify(toolName)}. The tools: ${TOOL_NAMES.join(', ')}`;
    return { code: 'UNKNOWN_TOOL', message };
  }
  if (state.items === null) return { code: 'NO_ACTIVE_SPEC', message: 'Nothing is shown yet. Wait for state.updated' };
  const reasonFault = findReasonFault(call);
  if (reasonFault) return invalid(reasonFault);
  const parsed = PARAMS[toolName].safeParse(call.params ?? {});
  if (!parsed.success) {
    return invalid(parsed.error.issues.map(describeIssue).join('; '));
  }
  if (isAvailable(toolName, state)) return null;
  return invalid(`${toolName} is not available now. Available: ${availableTools(state).join(', ')}`);
}

/** A fault of a parameter with its path; unknown parameters by their names. */
function describeIssue(issue: z.core.$ZodIssue): string {
  const isUnknown = issue.code === 'unrecognized_keys';
  const path = [...issue.path, ...(isUnknown ? [issue.keys.join(', ')] : [])].join('.');
  return [path, isUnknown ? 'no such parameter' : issue.message].filter(Boolean).join(': ');
}

/**
 * Applies a tool call; the given state is not changed. Specification: decisions.md, Relay and booking.
 * @param at ISO 8601, for the message history
 * @returns the new state and, where the next stage or the booking needs the catalogue, an effect, which `completeEffect`
 *   completes. A fault says what is wrong and leaves the state as it is: UNKNOWN_TOOL, INVALID_PARAMS (also for a tool that
 *   is not available now and a missing reason), NO_ACTIVE_SPEC while nothing is loaded.
 */
export function applyTool(state: BookingState, call: ToolCall, at: string): BookingStep {
  const fault = findFault(state, call);
  if (fault) return { state, effect: null, fault };
  const tool = call.toolName as ToolName;
  const change = CHANGES[tool](state, PARAMS[tool].parse(call.params ?? {}) as never);
  if ('wrong' in change) return { state, effect: null, fault: { code: 'INVALID_PARAMS', message: change.wrong } };
  // The entry belongs to the stage in which the tool was called.
  const { messages, messageCount } = recordCall(state, call, change.label, at);
  const after = { ...change.state, messages, messageCount };
  const isNewStage = after.stage !== state.stage && after.items !== null;
  return { state: isNewStage ? announceStage(after, at) : after, effect: change.effect ?? null, fault: null };
}
