import { z } from 'zod';

/** An answer of our own server, in the type that its module declares: the server's tests check that it is that. */
export const answerOf = <T extends object>() => z.custom<T>((value) => typeof value === 'object' && value !== null);
