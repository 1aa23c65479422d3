#!/usr/bin/env node
// The commands of a release: node botplay.mjs <command> [arguments]. `secrets` prints new ones for a .env file.
import { runCommand } from './scripts/commands.mjs';
import { enterCheckout } from './scripts/environment.mjs';

enterCheckout();
process.env.NODE_ENV = 'production';
await runCommand((program) => import(`./dist/commands/${program}.mjs`), process.argv.slice(2));
