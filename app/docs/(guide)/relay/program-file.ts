import { readFile } from 'node:fs/promises';
import path from 'node:path';

/** The programs of the page, which stand in examples/relay. */
export type ProgramName = 'host.mjs' | 'agent.mjs' | 'replay.mjs';

export const readProgram = (name: ProgramName): Promise<string> =>
  readFile(path.join(process.cwd(), 'examples', 'relay', name), 'utf8');

/** A program as a module that pages of every origin may import. */
export async function programFile(name: ProgramName): Promise<Response> {
  return new Response(await readProgram(name), {
    headers: {
      'content-type': 'text/javascript; charset=utf-8',
      'access-control-allow-origin': '*',
      'cross-origin-resource-policy': 'cross-origin',
      'cache-control': 'public, max-age=300',
    },
  });
}
