import { runCommand } from '@/scripts/commands.mjs';
import { enterCheckout } from '@/scripts/environment.mjs';

// A command of an operator as `npm run <command> -- <arguments>` runs it, without a loader of sources where there is a bundle.

enterCheckout();
const programs: Readonly<Record<string, () => Promise<object>>> = {
  backup: () => import('../backup'),
  restore: () => import('../restore'),
  'owner-admin': () => import('../owner-admin'),
  'owner-reset': () => import('../owner-reset'),
};
await runCommand((program: string) => programs[program]?.(), process.argv.slice(2) as [string, ...string[]]);
