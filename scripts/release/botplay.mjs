#!/usr/bin/env node
// The commands of a release: node botplay.mjs <command> [arguments]. `secrets` prints new ones for a .env file.
import { needsDatabase, runCommand } from './scripts/commands.mjs';
import { enterCheckout, requireDatabaseUrl } from './scripts/environment.mjs';

enterCheckout();
process.env.NODE_ENV = 'production';
const args = process.argv.slice(2);
if (needsDatabase(args)) requireDatabaseUrl();
await runCommand((program) => import(`./dist/commands/${program}.mjs`), args);
