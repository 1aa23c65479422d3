import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

// Loaded before any package, and by versions of Node that are too old: it imports only what every version has.

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');
const readJson = (file) => JSON.parse(fs.readFileSync(path.join(root, file), 'utf8'));

/** Prints one sentence and ends the process. */
function refuse(sentence) {
  process.stderr.write(`\n${sentence}\n`);
  process.exit(1);
}

/**
 * Whether a version of Node lies within a range such as `^20.19 || >=24`.
 * @throws Error when a part of the range has neither the form `^1.2` nor `>=1.2`
 */
export function isInRange(range, version) {
  const [major, minor] = version.split('.').map(Number);
  return range.split('||').some((part) => {
    const form = /^(\^|>=) ?(\d+)(?:\.(\d+))?(?:\.0)?$/.exec(part.trim());
    if (form === null) throw new Error(`"${part.trim()}" is a range of an unknown form.`);
    const [leastMajor, leastMinor] = [Number(form[2]), Number(form[3] ?? 0)];
    if (major === leastMajor) return minor >= leastMinor;
    return form[1] === '>=' && major > leastMajor;
  });
}

/** `20.19+, 22.12+ or 24+`, of `^20.19 || ^22.12 || >=24`. */
const listVersions = (range) => {
  const versions = range.split(' || ').map((part) => `${part.replace(/^\^|^>=/, '')}+`);
  return new Intl.ListFormat('en-GB', { type: 'disjunction' }).format(versions);
};

/** Ends the process when this version of Node cannot run the product. */
export function requireNode() {
  const range = readJson('package.json').engines.node;
  if (isInRange(range, process.versions.node)) return;
  refuse(`Botplay needs Node ${listVersions(range)}; this is ${process.version}.`);
}

/** Packages of package.json that node_modules does not have in the version that package.json names. */
function findMissingPackages() {
  const { dependencies, devDependencies } = readJson('package.json');
  return Object.entries({ ...dependencies, ...devDependencies })
    .filter(([name, version]) => {
      try {
        return readJson(path.join('node_modules', name, 'package.json')).version !== version;
      } catch {
        return true;
      }
    })
    .map(([name]) => name);
}

/** Ends the process when a package is missing. Reads every package.json: where something is built or tested, not at each start. */
export function requirePackages() {
  const missing = findMissingPackages();
  if (missing.length === 0) return;
  const names = missing.slice(0, 3).join(', ') + (missing.length > 3 ? ` and ${missing.length - 3} more` : '');
  refuse(
    `Packages are missing or have another version: ${names}. Run npm ci --include=dev: building needs the packages for development too.`,
  );
}

/** Ends the process when it was given arguments, which it would ignore. */
export function refuseArguments(command, hint) {
  const [argument] = process.argv.slice(2);
  if (argument === undefined) return;
  const isHelp = argument === '--help' || argument === '-h';
  process[isHelp ? 'stdout' : 'stderr'].write(
    `${command} takes no arguments${isHelp ? '' : `, but has ${argument}`}. ${hint}\n`,
  );
  process.exit(isHelp ? 0 : 2);
}

// npm runs this file before commands that need all packages.
if (process.argv[1] === fileURLToPath(import.meta.url)) {
  requireNode();
  requirePackages();
}
