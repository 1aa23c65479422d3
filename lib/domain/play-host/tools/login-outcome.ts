import { isJsonObject, type JsonObject } from '@/lib/core/json';
import { findCredentialFields, secretTexts } from '@/lib/domain/credentials';

/**
 * Whether a registration or a login took effect. `unclear`: the server did not refuse it, but said nothing that confirms it
 * either.
 */
export type LoginOutcome = 'confirmed' | 'unclear' | 'refused';

const FLAGS = ['ok', 'success', 'successful', 'authenticated', 'logged_in', 'loggedIn', 'registered', 'valid'];
const STATUS_FIELDS = ['status', 'result', 'outcome'];
const FAILED_STATUS = /^(?:error|fail(?:ed|ure)?|denied|refused|rejected|invalid|unauthori[sz]ed|forbidden)$/i;
const GOOD_STATUS = /^(?:ok|success(?:ful)?|authenticated|logged[ _-]?in|registered|created)$/i;
const WORD_FIELDS = ['message', 'msg', 'text', 'detail', 'details', 'reason', 'info'];
/** Characters of a text in which words of refusal are looked for: they stand at its beginning. */
const MAX_WORDS = 300;
const REFUSAL =
  /\b(?:wrong|incorrect|invalid|mismatch|denied|refused|rejected|unauthori[sz]ed|forbidden|fail(?:ed|ure)|error|banned|suspended|locked out|already (?:exists|taken|in use|used|registered)|(?:is|was) taken|not (?:found|exist|match|recogni[sz]ed|valid|allowed|authori[sz]ed|authenticated|logged in|registered)|(?:doesn|don|didn|isn|can|couldn)['’]t|cannot|could not|no such|unknown (?:user|account|player|name|login)|unable to|try again|too (?:short|long|weak))\b/i;

/** Reads whether a registration or a login took effect from the parts of its answer. */
export function readLoginOutcome(parts: readonly unknown[]): LoginOutcome {
  const objects = parts.filter(isJsonObject);
  if (objects.some(isRefusal)) return 'refused';
  if (objects.some(isConfirmation) || givesSecrets(parts)) return 'confirmed';
  const words = [...parts, ...objects.flatMap((object) => WORD_FIELDS.map((field) => object[field]))];
  const isRefused = words.some((text) => typeof text === 'string' && REFUSAL.test(text.slice(0, MAX_WORDS)));
  return isRefused ? 'refused' : 'unclear';
}

function isRefusal(answer: JsonObject): boolean {
  if (FLAGS.some((flag) => answer[flag] === false) || answer.isError === true) return true;
  if (STATUS_FIELDS.some((field) => typeof answer[field] === 'string' && FAILED_STATUS.test(answer[field])))
    return true;
  const { error } = answer;
  return error === true || (typeof error === 'string' && error.trim() !== '') || isJsonObject(error);
}

function isConfirmation(answer: JsonObject): boolean {
  if (FLAGS.some((flag) => answer[flag] === true)) return true;
  return STATUS_FIELDS.some((field) => typeof answer[field] === 'string' && GOOD_STATUS.test(answer[field]));
}

/** A server that hands out a token or a password has accepted the call. */
function givesSecrets(parts: readonly unknown[]): boolean {
  return secretTexts(findCredentialFields(parts)).some((text) => text !== '');
}
