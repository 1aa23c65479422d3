interface GuideStep {
  /** What to do, in one sentence. */
  text: string;
  code?: {
    language: 'bash' | 'json' | 'ts' | 'python' | 'toml' | 'text';
    /** The file for the text, or null for a terminal. */
    file: string | null;
    text: string;
  };
  /** A link that does it in the client. */
  link?: { href: string; label: string };
}

export interface ConnectGuide {
  /** Stored in the browser as the chosen client. */
  id: string;
  title: string;
  /** A remark about the address or the file; null for none. */
  note: string | null;
  steps: GuideStep[];
}

/** What the texts of a guide are filled with. */
export interface Filled {
  /** `https://host[:port]` of this server, without a path. */
  origin: string;
  key: string;
}

export const json = (value: unknown): string => JSON.stringify(value, null, 2);

export const shell = (text: string) => ({ language: 'bash' as const, file: null, text });
export const file = (language: 'json' | 'ts' | 'python' | 'toml', name: string, text: string) => ({
  language,
  file: name,
  text,
});

/** The address for clients that refuse tool names with dots. */
export const underscored = (origin: string): string => `${origin}/mcp?names=underscore`;

export const UNDERSCORE_NOTE =
  'This client refuses tool names with dots, so the address asks for underscores: session.create is listed as session_create.';

/** The first sentence to a model that has the tools. */
export const firstPrompt = {
  language: 'text' as const,
  file: null,
  text: 'Call auth_whoami on botplay, then list what I can play.',
};

export const isLocal = (origin: string): boolean => /^https?:\/\/(localhost|127\.|\[::1\])/.test(origin);
