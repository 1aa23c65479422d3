import { tsImport } from 'tsx/esm/api';
import { enterCheckout } from './environment.mjs';

enterCheckout();
try {
  const { restore } = await tsImport('../server/restore.ts', import.meta.url);
  const { text, exitCode } = await restore(process.argv.slice(2));
  console[exitCode === 0 ? 'log' : 'error'](text);
  process.exitCode = exitCode;
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
}
