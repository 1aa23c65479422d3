import { tsImport } from 'tsx/esm/api';
import { runCommand } from './commands.mjs';
import { enterCheckout } from './environment.mjs';

// npm run <command> -- <arguments>: a command of an operator, from its source.

enterCheckout();
await runCommand((program) => tsImport(`../server/${program}.ts`, import.meta.url), process.argv.slice(2));
