import { z } from 'zod';
import type { JsonObject } from '@/lib/core/json';
import { RelayFault, type View } from './relay.schema';
import type { HistoryMessage, RelayApp, ToolSchemaEntry } from './relay-app';

/** A state of more bytes is refused, as that of an application on the server. */
const MAX_STATE_BYTES = 65_536;

/** What a page of another party says that it shows. Fields that it leaves out are as before. */
const publishedView = z.object({
  /** In tool.result: whether the call succeeded. */
  ok: z.boolean().optional(),
  /** In state.updated: by whom the state changed. */
  source: z.enum(['user', 'agent', 'system']).optional(),
  uiSpec: z.record(z.string(), z.unknown()).nullable().optional(),
  messageHistory: z.array(z.record(z.string(), z.unknown())).max(1_000).optional(),
  toolSchema: z
    .array(z.looseObject({ name: z.string().min(1).max(100) }))
    .max(200)
    .optional(),
});

const EMPTY_VIEW: View = { uiSpec: null, messageHistory: [], toolSchema: [] };

/**
 * What a page shows after a frame of it. The same object when nothing has changed.
 * @throws RelayFault INVALID_PARAMS for a field of another form, and for a state above 64 KiB
 */
export function mergeView(state: unknown, payload: JsonObject): View {
  const before = (state ?? EMPTY_VIEW) as View;
  const parsed = publishedView.safeParse(payload);
  if (!parsed.success) {
    const [first] = parsed.error.issues;
    throw new RelayFault('INVALID_PARAMS', `${first?.path.join('.')}: ${first?.message}.`);
  }
  const { uiSpec, messageHistory, toolSchema } = parsed.data;
  if (uiSpec === undefined && !messageHistory && !toolSchema) return before;
  const after: View = {
    uiSpec: uiSpec === undefined ? before.uiSpec : uiSpec,
    messageHistory: (messageHistory as unknown as HistoryMessage[] | undefined) ?? before.messageHistory,
    toolSchema: (toolSchema as unknown as ToolSchemaEntry[] | undefined) ?? before.toolSchema,
  };
  const text = JSON.stringify(after);
  if (text === JSON.stringify(before)) return before;
  if (Buffer.byteLength(text) > MAX_STATE_BYTES)
    throw new RelayFault(
      'INVALID_PARAMS',
      `uiSpec, messageHistory and toolSchema have at most ${MAX_STATE_BYTES} bytes.`,
    );
  return after;
}

/**
 * An application that a page of another party runs: the relay forwards the requests of agents to it, and keeps what the
 * page says that it shows. docs/relay.md, A page of your own.
 */
export const remoteApp: RelayApp<View> = {
  id: 'remote',
  isRemote: true,
  load: async () => EMPTY_VIEW,
  snapshot: ({ uiSpec, messageHistory }) => ({ uiSpec, messageHistory }),
  toolSchema: ({ toolSchema }) => toolSchema,
  stage: ({ uiSpec }) => (typeof uiSpec?.stage === 'string' ? uiSpec.stage : ''),
  callTool: (state) => ({ state, fault: { code: 'TOOL_EXECUTION_FAILED', message: 'The page runs the tools.' } }),
  userAction: (state) => ({ state, fault: { code: 'INVALID_MESSAGE', message: 'Send state.updated with the state.' } }),
  addMessage: (state) => state,
  questionFor: () => null,
};
