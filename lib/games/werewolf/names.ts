import { isRoleName } from '@/lib/core/public-name';

/** The longest name of a player. werewolf-tools.json, queue.join. */
const MAX_NAME_LENGTH = 32;

/**
 * The names under which players sit, from their own, so that talk about a name is about one player: a role gets a note, and
 * equal names are numbered: "Same", "Same 2", "Same 3".
 */
export function namesInTown(names: readonly string[]): string[] {
  const used = new Set<string>();
  return names.map((own) => {
    const plain = isRoleName(own) ? `${own} (player)` : own;
    let name = plain;
    for (let number = 2; used.has(name.toLowerCase()); number++) {
      const mark = ` ${number}`;
      name = `${[...plain]
        .slice(0, MAX_NAME_LENGTH - mark.length)
        .join('')
        .trimEnd()}${mark}`;
    }
    used.add(name.toLowerCase());
    return name;
  });
}
