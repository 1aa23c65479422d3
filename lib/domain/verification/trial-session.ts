import { AppError } from '@/lib/core/errors';
import { newId } from '@/lib/core/ids';
import { canonicalJson, isJsonObject, toStorable } from '@/lib/core/json';
import { experienceAgentId } from '@/lib/domain/identity';
import { cleanText, type ExperienceClient, OutcomeUnknownError, type ResultForm, upstreamMessage } from '@/lib/gateway';
import { recordable } from './golden-session';
import { sampleAction } from './sample-action';
import type { SessionCall } from './verification.schema';

/** Takes the place of an agent's id in the pairwise id of the trial session. */
const VERIFIER = 'verification';

/** A trial session that was opened and ended. */
export interface TrialSession {
  calls: SessionCall[];
  action: unknown;
  /** Code and message with which the experience refused the trial action; null when it took it. */
  refusal: string | null;
  /** How an answer deviates from one JSON object: the first one that does, with its tool. */
  oddity: { tool: SessionCall['tool']; form: ResultForm } | null;
}

/** The call at which a trial session failed. */
export class TrialFailure extends Error {
  readonly tool: SessionCall['tool'];
  readonly reason: AppError;
  /** Set when the call succeeded with an answer that cannot be used. */
  readonly answered: { form: ResultForm; value: unknown } | undefined;

  constructor(tool: SessionCall['tool'], reason: AppError, answered?: { form: ResultForm; value: unknown }) {
    super(reason.message);
    this.tool = tool;
    this.reason = reason;
    this.answered = answered;
  }
}

/**
 * Opens, plays and ends a session, as an agent would: with the recorded action when it is legal, so that the answers can
 * be compared. @throws TrialFailure
 */
export async function playTrialSession(args: {
  client: ExperienceClient;
  experienceId: string;
  actionSchema: unknown;
  recorded: readonly SessionCall[] | null;
}): Promise<TrialSession> {
  const { client, experienceId } = args;
  const session = { session_id: newId(), experience_agent_id: experienceAgentId({ agentId: VERIFIER, experienceId }) };
  const calls: SessionCall[] = [];
  let oddity: TrialSession['oddity'] = null;
  const call = async (tool: SessionCall['tool'], fields: Record<string, unknown>): Promise<unknown> => {
    try {
      const { value, form } = await client.callTool(tool, { ...session, ...fields });
      if (form === 'no_object' || form === 'content_type') {
        throw new TrialFailure(tool, new AppError('EXPERIENCE_ERROR', 'Not a JSON object.'), { form, value });
      }
      if (form !== null) oddity ??= { tool, form };
      return value;
    } catch (thrown) {
      throw thrown instanceof AppError ? new TrialFailure(tool, thrown) : thrown;
    }
  };
  const note = (tool: SessionCall['tool'], answer: unknown, more: Partial<SessionCall> = {}) =>
    calls.push({ tool, answer: recordable(toStorable(answer)), refused: null, ...more });

  const opening = await call('session.create', { memory: {} });
  note('session.create', opening);
  const action = chooseAction(opening, args.actionSchema, args.recorded);
  const step = await call('session.step', { action }).catch(refusalOrThrow);
  if (step instanceof Refusal) calls.push({ tool: 'session.step', action, refused: step.text });
  else note('session.step', step, { action });
  note('session.end', await call('session.end', { reason: 'verification' }));
  return { calls, action, refusal: step instanceof Refusal ? step.text : null, oddity };
}

class Refusal {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/** An experience may refuse an unknown action; failing over it is a fault. */
function refusalOrThrow(thrown: unknown): Refusal {
  const reason = thrown instanceof TrialFailure ? thrown.reason : null;
  const isUnusable = thrown instanceof TrialFailure && thrown.answered !== undefined;
  if (reason?.code !== 'EXPERIENCE_ERROR' || reason instanceof OutcomeUnknownError || isUnusable) throw thrown;
  return new Refusal(cleanText(`${reason.code}: ${upstreamMessage(reason) ?? reason.message}`));
}

function chooseAction(opening: unknown, actionSchema: unknown, recorded: readonly SessionCall[] | null): unknown {
  const again = recorded?.find(({ tool }) => tool === 'session.step')?.action;
  const moves = isJsonObject(opening) && Array.isArray(opening.legal_moves) ? opening.legal_moves : null;
  const isLegal = !moves || moves.some((move) => canonicalJson(move) === canonicalJson(again ?? null));
  return again !== undefined && isLegal ? again : sampleAction(opening, actionSchema);
}
