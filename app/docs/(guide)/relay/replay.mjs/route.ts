import { programFile } from '../program-file';

/** The program of the page, as a file to download or import. */
export const GET = (): Promise<Response> => programFile('replay.mjs');
