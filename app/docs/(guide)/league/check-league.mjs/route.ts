import { siteOrigin } from '@/app/origin';
import { programResponse } from '../program-response';
import { checkProgram } from '../programs';

/** The program of the page, as a file to download. */
export const GET = async (): Promise<Response> => programResponse(checkProgram(await siteOrigin()));
