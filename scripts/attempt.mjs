import { spawnSync } from 'node:child_process';

/** Runs a command that installs something; says what it runs and why it did not work. Returns whether it did. */
export function attempt(command, args) {
  console.log(`  $ ${command} ${args.join(' ')}`);
  const run = spawnSync(command, args, {
    encoding: 'utf8',
    timeout: 300_000,
    // At run level 1 Debian starts no service of what it installs: only the program is wanted.
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' },
  });
  if (run.status !== 0)
    console.log(`  did not work: ${/^(E:|.*error).*$/im.exec(run.stderr || run.error?.message || '')?.[0] ?? ''}`);
  return run.status === 0;
}

/** Installs a package of Debian, which root may. */
export function attemptPackage(name) {
  return attempt('apt-get', ['update']) && attempt('apt-get', ['install', '-y', '--no-install-recommends', name]);
}
