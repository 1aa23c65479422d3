import fs from 'node:fs/promises';
import path from 'node:path';
import { ResourceNotFoundError } from '@modelcontextprotocol/server';
import { BOARD_URI } from '@/lib/core/tool';
import type { Endpoint } from './endpoint';

// MCP Apps: the document in which a chat shows the board of an answer. docs/decisions/0051-board-in-a-chat.md

/** Toolsets with tools whose answers it draws, and those of them that list it: a specification fixes the lists of Werewolf. */
const TOOLSETS: ReadonlySet<string> = new Set(['gateway', 'play', 'werewolf']);
const LISTING: ReadonlySet<string> = new Set(['gateway', 'play']);
const MIME_TYPE = 'text/html;profile=mcp-app';
const FILE = path.join('dist', 'mcp-app', 'board.html');

/** The extension by which a client says that it shows documents of MCP Apps. */
export const APPS_EXTENSION = 'io.modelcontextprotocol/ui';

const META = { ui: { prefersBorder: true } };

/** The document as a list of resources shows it; none at an endpoint without boards. */
export function appResourcesOf({ toolsets }: Pick<Endpoint, 'toolsets'>) {
  if (!toolsets.some((toolset) => LISTING.has(toolset))) return [];
  const description =
    'Draws the position of an answer in a chat and lets a person move: any built-in game, and a seat in Werewolf.';
  return [{ uri: BOARD_URI, name: 'board', title: 'Board', description, mimeType: MIME_TYPE, _meta: META }];
}

let cachedText: string | undefined;

/** The document, as scripts/mcp-app.mjs bundled it; null for another URI. @throws ResourceNotFoundError before a build */
export async function readAppResource(endpoint: Pick<Endpoint, 'toolsets'>, uri: string) {
  if (uri !== BOARD_URI || !endpoint.toolsets.some((toolset) => TOOLSETS.has(toolset))) return null;
  const text = cachedText ?? (await fs.readFile(FILE, 'utf8').catch(() => null));
  if (text === null) throw new ResourceNotFoundError(uri);
  // In development the file changes with the sources.
  if (process.env.NODE_ENV === 'production') cachedText = text;
  return { contents: [{ uri, mimeType: MIME_TYPE, text, _meta: META }] };
}
