import { tsImport } from 'tsx/esm/api';
import { enterCheckout } from './environment.mjs';

enterCheckout();
try {
  const { leagueRecompute } = await tsImport('../server/league-recompute.ts', import.meta.url);
  const { text, exitCode } = await leagueRecompute(process.argv[2]);
  console[exitCode === 0 ? 'log' : 'error'](text);
  process.exitCode = exitCode;
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
}
