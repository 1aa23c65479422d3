import type { JsonObject } from '@/lib/core/json';
import type { HistoryMessage, RelayApp, ToolSchemaEntry } from '../relay-app';

/** What no page and no agent may ever receive. */
export const CANARY = 'canary-of-backend-data';

interface ListState {
  items: string[] | null;
  picked: string | null;
  messages: HistoryMessage[];
  backendData: { secret: string };
}

/** Effects that were done, in order. */
export const performed: { effect: JsonObject; key: string }[] = [];

const withMessage = (state: ListState, message: Omit<HistoryMessage, 'id' | 'stage'>): ListState => ({
  ...state,
  messages: [...state.messages, { id: `m${state.messages.length + 1}`, stage: stageOf(state), ...message }],
});

const stageOf = ({ picked }: ListState): string => (picked === null ? 'choose' : 'chosen');

const PICK: ToolSchemaEntry = {
  name: 'pick',
  description: 'Pick an entry',
  parameters: { itemId: { type: 'string', description: 'Its id' } },
};
const ORDER: ToolSchemaEntry = { name: 'order', description: 'Order it', parameters: {} };

/** The smallest application: a list from which one entry is picked, and an order that an effect makes. */
export const listApp: RelayApp<ListState> = {
  id: 'list',
  load: async () => ({ items: ['a', 'b', 'c'], picked: null, messages: [], backendData: { secret: CANARY } }),
  snapshot: ({ items, picked, messages }) => ({
    uiSpec: items && { stage: picked === null ? 'choose' : 'chosen', items, state: { selected: picked } },
    messageHistory: messages,
  }),
  toolSchema: ({ picked }) => (picked === null ? [PICK, ORDER] : [PICK]),
  stage: stageOf,
  callTool(state, { name, params, reason }, at) {
    if (!['pick', 'order', 'unload', 'break'].includes(name))
      return { state, fault: { code: 'UNKNOWN_TOOL', message: `There is no tool ${name}.` } };
    if (state.items === null) return { state, fault: { code: 'NO_ACTIVE_SPEC', message: 'Nothing is loaded.' } };
    if (name === 'break') throw new Error(`broken inside, near ${CANARY}`);
    const withReply = withMessage(state, {
      type: 'agent',
      timestamp: at,
      action: name,
      label: `Called ${name}`,
      text: reason,
    });
    if (name === 'unload') return { state: { ...withReply, items: null } };
    if (name === 'order') return { state: withReply, effect: { kind: 'order', item: state.picked } };
    const { itemId } = params;
    if (typeof itemId !== 'string' || !state.items.includes(itemId))
      return { state, fault: { code: 'INVALID_PARAMS', message: 'itemId: not in the list.' } };
    return { state: { ...withReply, picked: itemId } };
  },
  userAction(state, { pick }, at) {
    if (typeof pick !== 'string' || !state.items?.includes(pick))
      return { state, fault: { code: 'INVALID_PARAMS', message: 'action.pick: not in the list.' } };
    return { state: { ...withMessage(state, { type: 'user', timestamp: at, action: 'pick' }), picked: pick } };
  },
  addMessage: (state, { from, text }, at) => withMessage(state, { type: from, timestamp: at, text }),
  questionFor: ({ picked }, { name }) => (name === 'order' ? `Order ${picked}?` : null),
  async perform(effect, { key }) {
    performed.push({ effect, key });
    return { sold: effect.item === 'c' };
  },
  completeEffect: (state, { sold }, at) =>
    sold
      ? { state: { ...state, picked: null }, fault: { code: 'TOOL_EXECUTION_FAILED', message: 'c is sold.' } }
      : { state: withMessage(state, { type: 'system', timestamp: at, text: 'Ordered' }) },
};
