import { z } from 'zod';
import { unwrapAction } from '@/lib/games/action';

/** `e2-e4`, `E7E8=Q`, `1. e4`, `0-0`, `Nf3!`, `Ng1-f3` → the same without decoration. */
function normalize(text: string): string {
  const bare = text
    .trim()
    .replace(/^\d+\s*\.+\s*/, '')
    .replace(/[!?]+$|\s*e\.p\.$/g, '')
    .trim();
  const squares = /^([a-h][1-8])\s*[-x]?\s*([a-h][1-8])\s*=?\s*\(?([nbrq])?\)?[+#]?$/i.exec(bare);
  if (squares) return `${squares[1]}${squares[2]}${squares[3] ?? ''}`.toLowerCase();
  const long = /^([KQRBN][a-h][1-8])\s*-\s*([a-h][1-8].*)$/.exec(bare);
  if (long) return `${long[1]}${long[2]}`;
  return /^[0o](-[0o]){1,2}[+#]?$/i.test(bare) ? bare.toUpperCase().replaceAll('0', 'O') : bare;
}

const A_SQUARE = 'Name a square from a1 to h8.';
const A_PROMOTION = 'One of q, r, b, n.';
const A_MOVE = 'Write a move in UCI ("e2e4", "e7e8q") or SAN ("Nf3").';

const square = z
  .string(A_SQUARE)
  .trim()
  .toLowerCase()
  .regex(/^[a-h][1-8]$/, A_SQUARE);
const fromTo = z
  .object({
    from: square,
    to: square,
    promotion: z
      .string(A_PROMOTION)
      .trim()
      .toLowerCase()
      .regex(/^[nbrq]?$/, A_PROMOTION)
      .nullish(),
  })
  .transform(({ from, to, promotion }) => `${from}${to}${promotion ?? ''}`);
const written = z.string(A_MOVE).max(16, A_MOVE).transform(normalize);

/** A move in UCI, SAN or squares, normalized; `Position.find` reads it against the position. */
export const moveSchema = z
  .unknown()
  .transform((action) => unwrapAction(action, ['uci', 'san', 'moveUci']))
  .transform((action, context): string => {
    const parsed =
      typeof action === 'object' && action !== null && 'from' in action
        ? fromTo.safeParse(action)
        : written.safeParse(action);
    if (parsed.success) return parsed.data;
    for (const { path, message } of parsed.error.issues) context.addIssue({ code: 'custom', path: [...path], message });
    return z.NEVER;
  });
