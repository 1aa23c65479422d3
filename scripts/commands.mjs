/** The commands of an operator: the program in server/, and its function, which takes the arguments. */
const COMMANDS = {
  'owner:admin': ['owner-admin', 'ownerAdmin'],
  'owner:reset': ['owner-reset', 'ownerReset'],
  'league:recompute': ['league-recompute', 'leagueRecompute'],
  backup: ['backup', 'backup'],
  restore: ['restore', 'restore'],
  archive: ['archive', 'archive'],
  secrets: ['secrets', 'printSecrets'],
};

/** The programs, without their ending. */
export const PROGRAMS = Object.values(COMMANDS).map(([program]) => program);

/** What works without a database: `true`, or the option with which it does. */
const WITHOUT_DATABASE = { secrets: true, archive: true, backup: '--list', restore: '--check' };

/** Whether a command opens a database. */
export function needsDatabase([name, ...args]) {
  if (!Object.hasOwn(COMMANDS, name ?? '')) return false;
  const without = WITHOUT_DATABASE[name];
  return without !== true && !args.includes(without);
}

/**
 * Runs a command and prints its text; sets the exit code of the process.
 * @param load imports a program by its name: from its source in a checkout, from a file beside it in a release
 */
export async function runCommand(load, [name, ...args]) {
  const [program, exported] = Object.hasOwn(COMMANDS, name ?? '') ? COMMANDS[name] : [];
  if (!program) {
    console.error(`Name a command: ${Object.keys(COMMANDS).join(', ')}.`);
    process.exitCode = 2;
    return;
  }
  try {
    const { text, exitCode } = await (await load(program))[exported](args);
    console[exitCode === 0 ? 'log' : 'error'](text);
    process.exitCode = exitCode;
  } catch (error) {
    console.error(error.message);
    process.exitCode = 1;
  }
}
