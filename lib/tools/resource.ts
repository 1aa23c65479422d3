/** A text that agents may read, declared once for every transport. */
export interface Resource {
  /** Name of the toolset whose endpoints list it. */
  toolset: string;
  uri: string;
  name: string;
  title: string;
  description: string;
  mimeType: string;
  read(): string;
}

/** A prompt that a person may hand to its agent. */
export interface Prompt {
  /** Name of the toolset whose endpoints list it. */
  toolset: string;
  name: string;
  title: string;
  description: string;
  arguments: { name: string; description: string; required: boolean; values(): string[] }[];
  /** @returns the text of the prompt */
  write(values: Record<string, string>): string;
}
