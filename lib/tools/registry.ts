import type { ShortListing, ToolDefinition, Toolset } from '@/lib/core/tool';

/** The spelling for clients that refuse dots. */
export function underscored(name: string): string {
  return name.replaceAll('.', '_');
}

/** The toolsets that this process serves, and their tools in listing order. */
class ToolRegistry {
  readonly #toolsets: Toolset[] = [];
  readonly #tools: ToolDefinition[] = [];
  readonly #byName = new Map<string, ToolDefinition>();

  get toolsets(): readonly Toolset[] {
    return this.#toolsets;
  }

  get tools(): readonly ToolDefinition[] {
    return this.#tools;
  }

  /**
   * Adds a toolset. Call it at start: lists that were made from the registry are not made again.
   * @throws Error when a name is taken, or a tool names another toolset
   */
  add(toolset: Toolset): void {
    if (this.#toolsets.some(({ name }) => name === toolset.name)) throw new Error(`Toolset ${toolset.name} exists.`);
    for (const tool of toolset.tools) {
      if (tool.toolset !== toolset.name) throw new Error(`${tool.name} names the toolset ${tool.toolset}.`);
      for (const name of new Set([tool.name, underscored(tool.name)])) {
        if (this.#byName.has(name)) throw new Error(`Tool ${name} exists.`);
        this.#byName.set(name, tool);
      }
      this.#tools.push(tool);
    }
    this.#toolsets.push(toolset);
    this.#dotted = undefined;
  }

  /** Whether one of these toolsets serves a tool: its own, or one that shares it. */
  serves(toolsets: readonly string[], tool: ToolDefinition): boolean {
    if (toolsets.includes(tool.toolset)) return true;
    return this.#toolsets.some(({ name, sharedTools }) => toolsets.includes(name) && sharedTools?.includes(tool.name));
  }

  /** How a tool is listed where all of these toolsets that serve it list it in short; null where one lists it whole. */
  shortListing(toolsets: readonly string[], tool: ToolDefinition): ShortListing | null {
    const serving = this.#toolsets.filter(({ name }) => toolsets.includes(name) && this.serves([name], tool));
    const short = serving[0]?.shortListings?.[tool.name] ?? null;
    return serving.every(({ shortListings }) => shortListings?.[tool.name] !== undefined) ? short : null;
  }

  /** The tool by which an endpoint with these toolsets calls others; null when it only serves its own. */
  callsOthersWith(toolsets: readonly string[]): string | null {
    const set = this.#toolsets.find(({ name, callsOthersWith }) => callsOthersWith && toolsets.includes(name));
    return set?.callsOthersWith ?? null;
  }

  /** The toolset of a name. */
  toolset(name: string): Toolset | undefined {
    return this.#toolsets.find((toolset) => toolset.name === name);
  }

  #dotted: RegExp | undefined;

  /** A text of the platform with the names of tools in it spelled with underscores, for clients that list them so. */
  inUnderscores(text: string): string {
    this.#dotted ??= new RegExp(`(?<![\\w.])(?:${this.#dottedNames().join('|')})(?!\\w)`, 'g');
    return text.replace(this.#dotted, underscored);
  }

  #dottedNames(): string[] {
    const names = this.#tools.map(({ name }) => name).filter((name) => name.includes('.'));
    return names.sort((a, b) => b.length - a.length).map((name) => name.replaceAll('.', '\\.'));
  }

  /** The tool of a wire name in either spelling, `lobby.join` or `lobby_join`. */
  find(name: string): ToolDefinition | undefined {
    return this.#byName.get(name);
  }
}

/** Filled by `lib/tools/index.ts`; apart from it, so that a tool can list the others. */
export const registry = new ToolRegistry();
