import { isJsonObject, toStorable } from '@/lib/core/json';
import type { EndReport } from '../play-host';

/**
 * Finds `memory_update` and `outcomes` in what an experience answered: in the answer itself or in a JSON text item of
 * it. Anything else is no report. Outcomes are the words of others and come as they can be stored.
 * Specification: gateway-tool-contract.md, session.end (experience side).
 */
export function readEndReport(answer: unknown): EndReport {
  for (const candidate of candidates(answer)) {
    if (!isJsonObject(candidate)) continue;
    const { memory_update: memory, outcomes } = candidate;
    if (isJsonObject(memory) || isJsonObject(outcomes)) {
      return {
        memoryUpdate: isJsonObject(memory) ? memory : null,
        outcomes: isJsonObject(outcomes) ? toStorable(outcomes) : null,
      };
    }
  }
  return { memoryUpdate: null, outcomes: null };
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
