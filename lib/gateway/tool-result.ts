import type { AppError } from '@/lib/core/errors';
import { canonicalJson, isJsonObject, isTooDeep, type JsonObject } from '@/lib/core/json';
import { MAX_MATCHED_CHARACTERS } from './mcp-messages';
import { OutcomeUnknownError } from './outcome-unknown';
import { isTooDeepText, messageIn, parseJson } from './text';
import { refusal, toolNotFound, unusableAnswer } from './upstream-error';

/**
 * How an answer deviates from one JSON object that is the whole answer. `no_object`: an answer over REST is no JSON object.
 * `content_type`: it is one, but its content type is not JSON. `broken`: a text of an MCP result begins like JSON and is
 * none. `wrapped`: the object is written as text inside
 * `structuredContent.result`, as the Python SDK sends what a tool returns as text. `scattered`: structuredContent and the
 * text items are different objects.
 */
export type ResultForm = 'no_object' | 'content_type' | 'broken' | 'wrapped' | 'scattered';

/** What a tool has answered. */
export interface ToolValue {
  value: unknown;
  /** The values of the answer, each alone: structuredContent, then each text item, parsed where it is JSON. */
  parts: readonly unknown[];
  form: ResultForm | null;
}

function textsOf(content: unknown[]): string[] {
  return content.flatMap((item) =>
    isJsonObject(item) && item.type === 'text' && typeof item.text === 'string' ? [item.text] : [],
  );
}

const readText = (text: string): unknown => parseJson(text) ?? text;

function toolFailure(content: unknown[], structured: unknown): AppError {
  const texts = textsOf(content);
  const objects = [structured, ...texts.map(parseJson)].filter(isJsonObject);
  const value = objects.find((object) => messageIn(object) !== null) ?? objects[0];
  const message = messageIn(value) ?? texts.join('\n');
  const start = message.slice(0, MAX_MATCHED_CHARACTERS);
  if (/^(MCP error -3260[12]: )?(Unknown tool|Tool .* (not found|disabled))/i.test(start)) {
    return toolNotFound(message);
  }
  return refusal(message, { retryable: value?.retryable === true, value });
}

/**
 * The value of a tool's result: structuredContent with what only the texts say, else parsed JSON text, else the text, else
 * the content as sent.
 * @throws EXPERIENCE_ERROR for `isError`, with the experience's words in `details.upstream`.
 */
export function readToolResult(result: Record<string, unknown>): ToolValue {
  const content = Array.isArray(result.content) ? result.content : [];
  if (result.isError === true) throw toolFailure(content, result.structuredContent);
  if (result.resultType !== undefined && result.resultType !== 'complete') {
    throw unusableAnswer('The experience asked for more input, which the gateway does not support.');
  }
  const read = pickValue(content, result.structuredContent ?? null);
  if ([read.value, ...read.parts].some(isTooDeepValue))
    throw new OutcomeUnknownError('EXPERIENCE_ERROR', 'The answer of the experience is nested too deeply.');
  return read;
}

const isTooDeepValue = (value: unknown): boolean =>
  isTooDeep(value) || (typeof value === 'string' && isTooDeepText(value));

function pickValue(content: unknown[], structured: unknown): ToolValue {
  const texts = textsOf(content);
  const parts = texts.map(readText);
  if (structured === null) {
    const value = content.length === 1 && parts.length === 1 ? parts[0] : content;
    const isBroken = parts.some((part) => typeof part === 'string' && /^\s*[{[]/.test(part));
    return { value, parts, form: isBroken ? 'broken' : null };
  }
  if (!isJsonObject(structured)) return { value: structured, parts: [structured, ...parts], form: null };
  const inner = unwrap(structured, texts);
  if (inner !== undefined) {
    const form = isJsonObject(inner) && typeof structured.result === 'string' ? 'wrapped' : null;
    return { value: inner, parts: [inner], form };
  }
  return combine(structured, parts);
}

/** The value of an object whose only key is `result` and whose value the text items repeat; undefined for any other. */
function unwrap(structured: JsonObject, texts: readonly string[]): unknown {
  const { result, ...others } = structured;
  if (result === undefined || Object.keys(others).length > 0) return undefined;
  if (typeof result === 'string') return texts.length === 1 && texts[0] === result ? readText(result) : undefined;
  const written = texts.map(readText);
  const isRepeated = [written.length === 1 ? written[0] : undefined, written].some((value) => isSame(value, result));
  return isRepeated ? result : undefined;
}

/** Too deep values are refused later, and are not compared. */
function isSame(left: unknown, right: unknown): boolean {
  if (left === undefined || isTooDeep(left) || isTooDeep(right)) return false;
  return canonicalJson(left) === canonicalJson(right);
}

/** structuredContent with what only the texts say: the fields of objects, and other texts as `message`. */
function combine(structured: JsonObject, values: readonly unknown[]): ToolValue {
  const others = values.filter((value) => !isSame(value, structured));
  const objects = others.filter(isJsonObject);
  const fieldValues = new Set(Object.values(structured));
  const words = others.filter((value) => typeof value === 'string' && value.trim() !== '' && !fieldValues.has(value));
  const message = words.length === 0 || values.length > others.length ? {} : { message: words.join('\n') };
  return {
    value: Object.assign({}, message, ...objects, structured),
    parts: [structured, ...others],
    form: objects.length > 0 ? 'scattered' : null,
  };
}
