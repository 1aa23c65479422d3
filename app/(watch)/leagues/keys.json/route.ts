import { publicSigningKeys } from '@/lib/domain/leagues';

/** The public keys that verify transcripts: a JSON Web Key Set. */
export function GET(): Response {
  return Response.json(publicSigningKeys(), { headers: { 'Access-Control-Allow-Origin': '*' } });
}
