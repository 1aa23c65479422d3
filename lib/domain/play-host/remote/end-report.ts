import { isJsonObject, type JsonObject, toStorable } from '@/lib/core/json';
import type { EndReport } from '../play-host';

/**
 * Finds `memory_update` and `outcomes` in what an experience answered: each in the first part of the answer that has it.
 * Anything else is no report. Outcomes are the words of others and come as they can be stored.
 * Specification: gateway-tool-contract.md, session.end (experience side).
 * @param parts the values of the answer, each alone; the items of a list and JSON in texts count too
 */
export function readEndReport(parts: readonly unknown[]): EndReport {
  const outcomes = firstObject(parts, 'outcomes');
  return { memoryUpdate: firstObject(parts, 'memory_update'), outcomes: outcomes && toStorable(outcomes) };
}

/** The updates by pairwise id with which an experience answers the end of a match. */
export function readMemoryUpdates(parts: readonly unknown[]): Map<string, JsonObject> {
  const updates = Object.entries(firstObject(parts, 'memory_updates') ?? {});
  return new Map(updates.filter((entry): entry is [string, JsonObject] => isJsonObject(entry[1])));
}

/** The first object that a part has under a name; null without any. */
function firstObject(parts: readonly unknown[], name: string): JsonObject | null {
  for (const candidate of parts.flatMap(candidates)) {
    const value = isJsonObject(candidate) ? candidate[name] : null;
    if (isJsonObject(value)) return value;
  }
  return null;
}

function candidates(answer: unknown): unknown[] {
  const items = Array.isArray(answer) ? answer : [answer];
  return items.map((item: unknown) => {
    const text = isJsonObject(item) && typeof item.text === 'string' ? item.text : item;
    return typeof text === 'string' ? parsed(text) : item;
  });
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return null;
  }
}
