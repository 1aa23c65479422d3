import { z } from 'zod';
import { isJsonObject } from '@/lib/core/json';
import { jsonSchemaOf } from '@/lib/core/json-schema';

const count = (what: string) => z.int().min(0).max(1e12).optional().describe(what);
const word = (what: string) => z.string().max(200).optional().describe(what);

/** Specification: gateway-tool-contract.md, Usage. */
const usageSchema = z
  .strictObject({
    input_tokens: count('Input tokens consumed'),
    output_tokens: count('Output tokens generated'),
    reasoning_tokens: count('Reasoning or thinking tokens'),
    cache_read_tokens: count('Cache read tokens'),
    cache_write_tokens: count('Cache write tokens'),
    tool_calls_count: count('Number of tool calls in this step'),
    latency_ms: count('Latency that you measured, in milliseconds'),
    cost_usd_estimate: z.number().min(0).max(1e9).optional().describe('Estimated cost in US dollars'),
  })
  .describe('Tokens and cost of this step, as you measured them');

/** Specification: gateway-tool-contract.md, ModelRuntime. */
const modelRuntimeSchema = z
  .strictObject({
    model_provider: word('For example "anthropic"'),
    model_name: word('For example "claude-sonnet-4-5"'),
    model_version: word('Version of the model'),
    context_window: count('Context window in tokens'),
  })
  .describe('The model that decided this step');

/** Specification: gateway-tool-contract.md, ObservedCadence. */
const cadenceSchema = z
  .strictObject({
    agent_input_requests_per_min: z.number().min(0).max(1e9).optional().describe('Requests per minute'),
    agent_action_deadline_ms: count('Time budget for agent actions, in milliseconds'),
    idle_tolerance_ms: count('How long the experience tolerates idle agents, in milliseconds'),
    blocking_turn_ratio: z.number().min(0).max(1).optional().describe('Ratio of blocking turns, 0 to 1'),
    polling_required: z.boolean().optional().describe('Whether the experience requires polling'),
    recommended_poll_interval_ms: count('Suggested poll interval, in milliseconds'),
    event_driven_supported: z.boolean().optional().describe('Whether event-driven interaction is supported'),
  })
  .describe('The tempo of the interaction as you observed it');

/** Source of a value. Only the first two count in ranked analytics. Specification: gateway-tool-contract.md, Provenance. */
const SOURCES = ['observed_by_gateway', 'reported_by_experience', 'reported_by_agent'] as const;
export type Source = (typeof SOURCES)[number];

const provenanceSchema = z
  .record(z.string().max(100), z.enum(SOURCES))
  .refine((claims) => Object.keys(claims).length <= 50, 'must name at most 50 fields')
  .describe('Source of each reported field. Values that you send are always stored as reported_by_agent');

/**
 * Reads a report as far as it can be used: numbers are rounded where whole ones are meant, and what is unknown or wrong is
 * dropped. A move is never refused for what is said about it. Undefined when nothing is left.
 */
function readReport<T>(schema: z.ZodObject, value: unknown): T | undefined {
  if (!isJsonObject(value)) return undefined;
  const fields = Object.entries(schema.shape).flatMap(([name, field]): [string, unknown][] => {
    if (!Object.hasOwn(value, name)) return [];
    const given = value[name];
    const found = [given, typeof given === 'number' ? Math.round(given) : null]
      .filter((candidate) => candidate !== null)
      .map((candidate) => field.safeParse(candidate))
      .find(({ success }) => success);
    return found === undefined ? [] : [[name, found.data]];
  });
  return fields.length === 0 ? undefined : (Object.fromEntries(fields) as T);
}

function lenient<S extends z.ZodObject>(schema: S, listed: Record<string, unknown>) {
  return z
    .unknown()
    .transform((value) => readReport<z.infer<S>>(schema, value))
    .meta(listed)
    .optional();
}

function listedSchema(schema: z.ZodType): Record<string, unknown> {
  const { $schema: _, ...listed } = jsonSchemaOf(schema);
  return listed;
}

/** Provenance that an agent claims is not stored, so that any is accepted. */
const anyProvenance = (listed: Record<string, unknown>) =>
  z
    .unknown()
    .transform(() => undefined)
    .meta(listed)
    .optional();

/** The same without bounds: what does not fit is rounded or dropped, and every tool list carries the schema. */
function briefSchema(schema: z.ZodObject): Record<string, unknown> {
  const { properties = {}, ...listed } = listedSchema(schema);
  const brief = Object.entries(properties as Record<string, Record<string, unknown>>).map(
    ([name, { type, description }]) => [name, { type, description }],
  );
  return { ...listed, properties: Object.fromEntries(brief) };
}

const AS_IN_STEP = { type: 'object', description: 'As in session.step' };

/** What a caller may report on session.end; the schemas are listed with session.step. */
export const reportFields = {
  usage: lenient(usageSchema, AS_IN_STEP),
  model_runtime: lenient(modelRuntimeSchema, AS_IN_STEP),
  interaction_cadence_observed: lenient(cadenceSchema, AS_IN_STEP),
  provenance: anyProvenance(AS_IN_STEP),
};

/** At most this many characters of a note. decisions.md, Multiplayer flow. */
const MAX_NOTE_LENGTH = 500;

/** What a caller may report on session.step: also what it thought. */
export const stepReportFields = {
  note: z
    .string()
    .max(MAX_NOTE_LENGTH)
    .optional()
    .describe(
      'What you thought, in a line or two. In built-in games spectators see it beside your move, marked as your words, with model_runtime and cost; your opponents see it only after the end',
    ),
  usage: lenient(usageSchema, briefSchema(usageSchema)),
  model_runtime: lenient(modelRuntimeSchema, briefSchema(modelRuntimeSchema)),
  interaction_cadence_observed: lenient(cadenceSchema, briefSchema(cadenceSchema)),
  provenance: anyProvenance(listedSchema(provenanceSchema)),
};

/** Telemetry of one call as the agent reported it. */
export interface AgentReport {
  note?: string;
  usage?: z.infer<typeof usageSchema>;
  modelRuntime?: z.infer<typeof modelRuntimeSchema>;
  cadence?: z.infer<typeof cadenceSchema>;
}

/** One row of telemetry, ready to be stored. */
export interface TelemetryRecord {
  id: string;
  note: string | null;
  usage: AgentReport['usage'] | null;
  modelRuntime: AgentReport['modelRuntime'] | null;
  cadence: AgentReport['cadence'] | null;
  provenance: Record<string, Source>;
  latencyMs: number | null;
}
