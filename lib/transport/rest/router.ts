import { addRoute, createRouter, findRoute, type RouterContext } from 'rou3';
import type { Served, WireRequest } from '@/lib/transport/http/wire';

/** One exchange of an operation. */
export interface OperationCall {
  request: WireRequest;
  /** Parts of the path, decoded. */
  params: Record<string, string>;
  /** What follows `?`. */
  query: string;
}

/** One REST operation: a tool, an owner's operation, or one of the API itself. */
export interface Operation {
  method: string;
  /** The whole path; `{name}` takes one segment. */
  path: string;
  /** Whether pages of every origin may call: where callers prove themselves by a header that no browser adds. */
  crossOrigin: boolean;
  answer(call: OperationCall): Promise<Served>;
}

/** What a path leads to with one method, or which methods it has. */
export type FoundOperation =
  | { operation: Operation; params: Record<string, string> }
  | { allow: string[]; crossOrigin: boolean };

interface Route {
  operation: Operation;
  /** Names of the parameters, in order. */
  names: string[];
}

const PARAMETER = /\{(\w+)\}/g;

/** Finds operations by method and path. The most specific path wins: a fixed segment before a parameter. */
export class OperationRouter {
  /** Paths that differ only in the names of their parameters are one entry. */
  readonly #paths: RouterContext<Map<string, Route>> = createRouter();

  /** @throws Error when two operations have one method and path, since one of them could never be called */
  constructor(operations: Iterable<Operation>) {
    const byShape = new Map<string, Map<string, Route>>();
    for (const operation of operations) {
      const names = [...operation.path.matchAll(PARAMETER)].map(([, name]) => name as string);
      let at = 0;
      const shape = operation.path.replace(PARAMETER, () => `:p${at++}`);
      const methods = byShape.get(shape) ?? new Map<string, Route>();
      const existing = methods.get(operation.method)?.operation;
      if (existing) {
        throw new Error(`Two operations have one route: ${existing.method} ${existing.path} and ${operation.path}.`);
      }
      methods.set(operation.method, { operation, names });
      if (!byShape.has(shape)) addRoute(this.#paths, '', shape, methods);
      byShape.set(shape, methods);
    }
  }

  /** Finds the operation of a path, which is still encoded. Null when no operation matches. */
  find(method: string, path: string): FoundOperation | null {
    const matched = findRoute(this.#paths, '', path);
    if (!matched) return null;
    const route = matched.data.get(method);
    if (!route) return allowed(matched.data);
    const values = decodeAll(route.names.map((_name, index) => matched.params?.[`p${index}`] ?? ''));
    if (!values) return null;
    return {
      operation: route.operation,
      params: Object.fromEntries(route.names.map((name, index) => [name, values[index] ?? ''])),
    };
  }
}

const allowed = (methods: ReadonlyMap<string, Route>): FoundOperation => ({
  allow: [...methods.keys()],
  crossOrigin: [...methods.values()].every(({ operation }) => operation.crossOrigin),
});

/** Null when a value is empty or is not a valid escape of UTF-8. */
function decodeAll(values: readonly string[]): string[] | null {
  try {
    const decoded = values.map((value) => (value.includes('%') ? decodeURIComponent(value) : value));
    return decoded.includes('') ? null : decoded;
  } catch {
    return null;
  }
}
