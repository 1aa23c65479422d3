import { chatgpt, claude, claudeDesktop } from './apps';
import { claudeCode, codex, cursor, gemini, vscode, windsurf, zed } from './editors';
import type { ConnectGuide } from './guide';
import { anthropic, autonomous, curl, langchain, openai, python, typescript } from './programs';

export type { ConnectGuide } from './guide';

/** Shown in place of a key that is not known. */
export const KEY_PLACEHOLDER = 'pgos_YOUR_KEY';

export interface GuideTarget {
  /** `https://host[:port]` of this server, without a path. */
  origin: string;
  /** The key to fill in; null shows the placeholder. */
  apiKey: string | null;
}

/** The guides, those of apps that sign in first. */
const BUILDERS = [
  claude,
  claudeCode,
  claudeDesktop,
  chatgpt,
  cursor,
  vscode,
  windsurf,
  zed,
  codex,
  gemini,
  openai,
  anthropic,
  langchain,
  typescript,
  python,
  curl,
  autonomous,
];

/**
 * The guide of each client, with address and key filled in.
 * @throws TypeError when the origin is not an http(s) origin or the key could break out of a quoted string.
 */
export function connectGuides({ origin, apiKey }: GuideTarget): ConnectGuide[] {
  const url = new URL(origin);
  if (url.protocol !== 'http:' && url.protocol !== 'https:') throw new TypeError(`not an http origin: ${origin}`);
  const key = apiKey ?? KEY_PLACEHOLDER;
  if (!/^[A-Za-z0-9_]+$/.test(key)) throw new TypeError('not an API key');
  return BUILDERS.map((build) => build({ origin: url.origin, key }));
}
