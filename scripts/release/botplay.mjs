#!/usr/bin/env node
// The commands of a release: node botplay.mjs <command> [arguments]. `secrets` prints new ones for a .env file.
import { randomBytes } from 'node:crypto';
import { enterCheckout } from './scripts/environment.mjs';

/** The secrets that a deployment needs, new, as lines of a .env file. */
function freshSecrets() {
  const random = () => randomBytes(32).toString('base64');
  return [
    `NEXTAUTH_SECRET=${random()}`,
    `ENCRYPTION_KEYS=k1:${random()}`,
    `IDENTITY_KEY=${random()}`,
    `JWT_KEYS=k1:${random()}`,
  ].join('\n');
}

const COMMANDS = {
  'owner:admin': async (args) => (await import('./dist/commands/owner-admin.mjs')).ownerAdmin(args),
  'owner:reset': async (args) => (await import('./dist/commands/owner-reset.mjs')).ownerReset(args),
  'league:recompute': async ([league]) =>
    (await import('./dist/commands/league-recompute.mjs')).leagueRecompute(league),
  backup: async (args) => (await import('./dist/commands/backup.mjs')).backup(args),
  secrets: async () => ({ text: freshSecrets(), exitCode: 0 }),
  restore: async (args) => (await import('./dist/commands/restore.mjs')).restore(args),
};

const [name, ...args] = process.argv.slice(2);
const command = COMMANDS[name];
if (!command) {
  console.error(`Name a command: ${Object.keys(COMMANDS).join(', ')}. node start.mjs starts the server.`);
  process.exit(2);
}
enterCheckout();
process.env.NODE_ENV = 'production';
try {
  const { text, exitCode } = await command(args);
  console[exitCode === 0 ? 'log' : 'error'](text);
  process.exitCode = exitCode;
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
}
