import type { MetadataRoute } from 'next';
import { siteOrigin } from '@/app/origin';

/** The address of the site is known when a request comes. */
export const dynamic = 'force-dynamic';

/** What robots may read: every public page; not the pages of signed-in people, nor what costs more than a page. */
export default async function robots(): Promise<MetadataRoute.Robots> {
  return {
    rules: {
      userAgent: '*',
      allow: '/',
      disallow: ['/api/', '/console', '/publish', '/admin', '/report', '/embed/', '/mcp'],
    },
    sitemap: `${await siteOrigin()}/sitemap.xml`,
  };
}
