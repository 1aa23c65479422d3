import { findExperience } from '@/app/experiences/find-experience';
import { type ExperienceDetails, readUptime, type Uptime } from '@/lib/domain/catalog';

/** Of one character of the text, on average; `textLength` makes every browser draw exactly this width. */
const CHARACTER_WIDTH = 6.5;
const PADDING = 7;
const LABEL = 'Botplay';
const CACHE_S = 60;

const GREEN = '#12845c';
const AMBER = '#9a6700';
const RED = '#c0362c';
const GREY = '#5b6472';

const LIVE_COLORS = { online: GREEN, unknown: GREEN, degraded: AMBER, offline: RED } as const;

type Facts = Pick<ExperienceDetails, 'verification_status' | 'live_status' | 'tier'>;

const VERIFICATION_LABELS: Readonly<Record<string, string>> = {
  verified: 'verified',
  connectivity_verified: 'reachable',
  pending: 'being verified',
  failed: 'failed its checks',
  unverified: 'not verified',
};

/** What the badge says, and its color: the worst of verification and live status decides. */
function describeStatus({ verification_status, live_status, tier }: Facts, uptime: Uptime) {
  if (tier === 1) return { text: 'listed', color: GREY };
  const isVerified = verification_status === 'verified' || verification_status === 'connectivity_verified';
  const { status } = live_status;
  const words = [VERIFICATION_LABELS[verification_status] ?? verification_status];
  if (status !== 'unknown') words.push(status);
  if (uptime.percent !== null) words.push(`${uptime.percent} % uptime`);
  const unverifiedColor = verification_status === 'failed' ? RED : GREY;
  return { text: words.join(', '), color: isVerified ? LIVE_COLORS[status] : unverifiedColor };
}

function part(text: string, x: number, width: number): string {
  const length = width - 2 * PADDING;
  return `<text x="${x + PADDING}" y="14" textLength="${length}" lengthAdjust="spacingAndGlyphs">${text}</text>`;
}

/** The badge as SVG: no script, no font, nothing that a stranger wrote. */
export function drawStatusBadge(experience: Facts, uptime: Uptime): string {
  const { text, color } = describeStatus(experience, uptime);
  const widthOf = (of: string) => Math.round(of.length * CHARACTER_WIDTH) + 2 * PADDING;
  const [left, right] = [widthOf(LABEL), widthOf(text)];
  const title = `${LABEL}: ${text}`;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${left + right}" height="20" role="img" aria-label="${title}">`,
    `<title>${title}</title><clipPath id="r"><rect width="${left + right}" height="20" rx="4"/></clipPath>`,
    `<g clip-path="url(#r)"><path fill="#1b2437" d="M0 0h${left}v20H0z"/>`,
    `<path fill="${color}" d="M${left} 0h${right}v20H${left}z"/></g>`,
    `<g fill="#fff" font-family="Verdana,DejaVu Sans,sans-serif" font-size="11">`,
    `${part(LABEL, 0, left)}${part(text, left, right)}</g></svg>`,
  ].join('');
}

/** The badge of an experience; 404 for an unknown one. Pages of others show it, so it may be cached for a minute. */
export async function serveStatusBadge(experienceId: string): Promise<Response> {
  const experience = await findExperience(experienceId);
  if (!experience) return new Response('Not found', { status: 404 });
  return new Response(drawStatusBadge(experience, await readUptime({ experienceId })), {
    headers: {
      'content-type': 'image/svg+xml; charset=utf-8',
      'cache-control': `public, max-age=${CACHE_S}`,
      'cross-origin-resource-policy': 'cross-origin',
    },
  });
}
