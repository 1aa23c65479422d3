import type { FieldValue, HighlightStyle, Item, UiSpec } from '@/lib/booking';

/** Calls a tool for the person; absent where the stage is only shown. */
export type OnTool = (toolName: string, params: Record<string, unknown>) => void;

/** What every part of a stage is drawn from. */
export interface StageProps {
  spec: UiSpec;
  onTool?: OnTool;
  /** Items that the last call of an agent changed; they flash. */
  changed?: ReadonlySet<string>;
}

/** An item as it is drawn. */
export interface Entry {
  item: Item;
  isDisabled: boolean;
  isSelected: boolean;
  /** Left out by the filter. */
  isHidden: boolean;
  mark: HighlightStyle | null;
  /** What an agent wrote beside it. */
  note: string | null;
  isChanged: boolean;
}

/** The items as the stage shows them: the visible ones in their order, then those that the filter hides. */
export function entriesOf({ spec, changed }: StageProps): Entry[] {
  const { items, visibleItems, modification, state } = spec;
  const byId = new Map(items.map((item) => [item.id, item]));
  const notes = new Map(modification.augment?.map(({ itemId, value }) => [itemId, value]));
  const marked = new Set(modification.highlight?.itemIds);
  const selected = new Set([...(state.selectedList ?? []), ...(state.selected ? [state.selected] : [])]);
  const visibleIds = new Set(visibleItems.map(({ id }) => id));
  const toEntry = (item: Item, isHidden: boolean, isDisabled: boolean): Entry => ({
    item,
    isDisabled,
    isHidden,
    isSelected: selected.has(item.id),
    mark: marked.has(item.id) ? (modification.highlight?.style ?? null) : null,
    note: notes.get(item.id) ?? null,
    isChanged: changed?.has(item.id) ?? false,
  });
  const visible = visibleItems.flatMap(({ id, isDisabled }) => {
    const item = byId.get(id);
    return item ? [toEntry(item, false, isDisabled ?? false)] : [];
  });
  return [...visible, ...items.filter(({ id }) => !visibleIds.has(id)).map((item) => toEntry(item, true, true))];
}

/** A field as text; lists with commas. */
export function textOf(value: FieldValue | undefined): string {
  return Array.isArray(value) ? value.join(', ') : String(value ?? '');
}

/** The ids of the items whose choice, quantity, mark or note differs between two states of a stage. */
export function changedItems(before: UiSpec | null, after: UiSpec): Set<string> {
  if (!before || before.stage !== after.stage) return new Set();
  const facts = (spec: UiSpec): Map<string, string> => {
    const { state, modification } = spec;
    const found = new Map<string, string>();
    const add = (id: string, fact: string) => found.set(id, `${found.get(id) ?? ''}${fact};`);
    if (state.selected) add(state.selected, 'selected');
    for (const id of state.selectedList ?? []) add(id, 'selected');
    for (const [id, quantity] of Object.entries(state.quantities ?? {})) add(id, String(quantity));
    for (const id of modification.highlight?.itemIds ?? []) add(id, modification.highlight?.style ?? '');
    for (const { itemId, value } of modification.augment ?? []) add(itemId, value);
    return found;
  };
  const [old, now] = [facts(before), facts(after)];
  return new Set([...old.keys(), ...now.keys()].filter((id) => old.get(id) !== now.get(id)));
}
