import { makeSecrets } from '@/lib/data/secrets';
import type { CommandResult } from './command-database';

/** New secrets for a deployment, as lines of a `.env` file. Nothing is stored. */
export async function printSecrets(): Promise<CommandResult> {
  const lines = Object.entries(makeSecrets()).map(([name, value]) => `${name}=${value}`);
  return { text: lines.join('\n'), exitCode: 0 };
}
