import { spawnSync } from 'node:child_process';

/** Runs an install command and prints it, with the reason when it fails. Returns whether it succeeded. */
export function attempt(command, args) {
  console.log(`  $ ${command} ${args.join(' ')}`);
  const run = spawnSync(command, args, {
    encoding: 'utf8',
    timeout: 300_000,
    // At run level 1 Debian does not start the services of installed packages.
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' },
  });
  if (run.status !== 0)
    console.log(`  failed: ${/^(E:|.*error).*$/im.exec(run.stderr || run.error?.message || '')?.[0] ?? ''}`);
  return run.status === 0;
}

/** Installs a Debian package; needs root. */
export function attemptPackage(name) {
  return attempt('apt-get', ['update']) && attempt('apt-get', ['install', '-y', '--no-install-recommends', name]);
}
