import { refuseArguments, requireNode, requirePackages } from './requirements.mjs';

refuseArguments('npm start', 'Settings are variables, as in PORT=4000 npm start; .env.example explains each.');
requireNode();
// What follows imports packages, and what an older Node does not have.
const { enterCheckout } = await import('./environment.mjs');
const { boundGarbage, runBuilt } = await import('./serve-built.mjs');
const { recordServing } = await import('./serving.mjs');
const { build } = await import('./build.mjs').catch((error) => {
  requirePackages();
  throw error;
});

/** A wrong variable or a port in use is found before the build, not after it. */
async function checkSettings() {
  const { tsImport } = await import('tsx/esm/api');
  await (await tsImport('../server/settings.ts', import.meta.url)).checkSettings();
}

boundGarbage();
enterCheckout();
process.env.NODE_ENV = 'production';
const startedMs = performance.now();
let doing = 'start';
try {
  const isBuilt = await build(async () => {
    await checkSettings();
    doing = 'build';
  });
  if (isBuilt)
    console.log(`Built in ${((performance.now() - startedMs) / 1000).toFixed(0)} s; the next start does not build.`);
  doing = 'start';
  const { takeLock } = await runBuilt('process-lock');
  await recordServing(takeLock);
} catch (error) {
  console.error(`\nBotplay did not ${doing}: ${error.message}`);
  process.exit(1);
}
await runBuilt('server');
