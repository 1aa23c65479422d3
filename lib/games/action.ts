const MAX_WRAPPING = 3;

/**
 * Unwraps the action of an agent. Language models wrap moves in many ways (`"B2"`, `{ coord: "B2" }`,
 * `{ type: "move", move: { coord: "B2" } }`); the first of `fields` that is present is opened, until what is
 * left is not an object of that kind. `move` and `action` are always opened.
 */
export function unwrapAction(action: unknown, fields: readonly string[] = []): unknown {
  let inner = action;
  for (let depth = 0; depth < MAX_WRAPPING; depth++) {
    if (typeof inner !== 'object' || inner === null || Array.isArray(inner)) return inner;
    const wrapper = inner as Record<string, unknown>;
    const field = [...fields, 'move', 'action'].find((name) => Object.hasOwn(wrapper, name));
    if (field === undefined) return inner;
    inner = wrapper[field];
  }
  return inner;
}
