import type { MetadataRoute } from 'next';
import { siteOrigin } from '@/app/origin';
import { DESTINATIONS } from '@/components/ui/destinations';
import { firstPartyExperienceId } from '@/lib/domain/catalog';
import { ALL_GAMES } from '@/lib/games';
import { describeTools } from '@/lib/transport/docs/reference';

const PRIVATE = /^\/(console|publish|admin)/;

/** The address of the site is known when a request comes. */
export const dynamic = 'force-dynamic';

/** The public pages that always exist: those of the search, the games and the tools. */
export default async function sitemap(): Promise<MetadataRoute.Sitemap> {
  const origin = await siteOrigin();
  const paths = [
    ...DESTINATIONS.map(({ href }) => href).filter((href) => !PRIVATE.test(href)),
    ...ALL_GAMES.flatMap(({ id }) => [`/docs/games/${id}`, `/experiences/${firstPartyExperienceId(id)}`]),
    ...describeTools().map(({ name }) => `/docs/tools/${name}`),
  ];
  return paths.map((path) => ({ url: `${origin}${path}` }));
}
