import { SCHEME_SCRIPT } from './color-scheme';
import { EARLY_KEYS_SCRIPT } from './early-keys';

/** zod compiles schemas with `new Function` where it may; the content policy refuses that, so it is configured not to try. */
const NO_EVAL_SCRIPT = 'globalThis.__zod_globalConfig={jitless:true}';

/** What runs in the head of every page before its first paint, in order. */
export const HEAD_SCRIPTS = [NO_EVAL_SCRIPT, SCHEME_SCRIPT, EARLY_KEYS_SCRIPT] as const;

/** The same for a page whose document came without them; see `LateHead`. */
export const LATE_HEAD_SCRIPT = `if(!globalThis.__zod_globalConfig){${HEAD_SCRIPTS.join(';')}}`;
