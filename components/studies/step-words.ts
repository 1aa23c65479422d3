import type { StudyStep } from '@/lib/domain/relay';

/** Who did a step. */
export type StepActor = 'agent' | 'person' | 'session';

/** A step in words. */
export interface StepWords {
  actor: StepActor;
  title: string;
  /** What was written: the reason of a call, a message, an error. */
  text: string | null;
  isFailed: boolean;
}

const textOf = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null);

const paramsOf = (params: unknown): string =>
  Object.values((params ?? {}) as Record<string, unknown>)
    .map((value) => (typeof value === 'object' ? JSON.stringify(value) : String(value)))
    .join(', ');

type Payload = StudyStep['payload'];
type Words = (payload: Payload) => Omit<StepWords, 'isFailed'> & { isFailed?: boolean };

const WORDS: Record<string, Words> = {
  'session.start': () => ({ actor: 'session', title: 'Session started', text: null }),
  'session.ended': () => ({ actor: 'session', title: 'Session ended', text: null }),
  'host.joined': () => ({ actor: 'person', title: 'Page opened again', text: null }),
  'state.reset': () => ({ actor: 'person', title: 'Started over', text: null }),
  'tool.called': ({ toolName, params, reason, ok, error }) => ({
    actor: 'agent',
    title: `${toolName} ${paramsOf(params)}`.trim(),
    text: [textOf(reason), textOf((error as Payload | undefined)?.message)].filter(Boolean).join(' — '),
    isFailed: ok !== true,
  }),
  'agent.message': ({ text }) => ({ actor: 'agent', title: 'Message', text: textOf(text) }),
  'user.message': ({ text }) => ({ actor: 'person', title: 'Message', text: textOf(text) }),
  'user.action': ({ action }) => {
    const { toolName, params, ...rest } = (action ?? {}) as Payload;
    return { actor: 'person', title: `${toolName ?? ''} ${paramsOf(params ?? rest)}`.trim(), text: null };
  },
  'control.changed': ({ controller, asksFirst }) => ({
    actor: 'person',
    title: controller === 'person' ? 'Took over' : 'Agents act',
    text: asksFirst ? 'Marked calls ask first.' : null,
  }),
  'approval.requested': ({ question }) => ({ actor: 'agent', title: 'Asks first', text: textOf(question) }),
  'approval.decided': ({ status }) => ({ actor: 'person', title: `Approval ${status}`, text: null }),
};

/** A step in words; one of an unknown type by the name of its type. */
export function describeStep({ type, payload, label }: StudyStep): StepWords {
  const words = Object.hasOwn(WORDS, type) ? WORDS[type]?.(payload) : undefined;
  const title = label === null ? {} : { title: label };
  return { isFailed: false, ...(words ?? { actor: 'session', title: type, text: null }), ...title };
}

/** The place of a step: seconds since the start of the session, as `1:05`. */
export function timeSinceStart(startedAt: string, at: string): string {
  const seconds = Math.max(0, Math.round((Date.parse(at) - Date.parse(startedAt)) / 1000));
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}
