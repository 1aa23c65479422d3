import { tsImport } from 'tsx/esm/api';
import { enterCheckout } from './environment.mjs';

enterCheckout();
try {
  const { backup } = await tsImport('../server/backup.ts', import.meta.url);
  const { text, exitCode } = await backup(process.argv.slice(2));
  console[exitCode === 0 ? 'log' : 'error'](text);
  process.exitCode = exitCode;
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
}
