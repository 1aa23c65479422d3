import { CodeBlock } from '@/components/console/code-block';
import shared from '../ui/shared.module.css';

/** What the badge of {@link StatusBadge} is for. */
export const STATUS_BADGE_LEAD = 'Verification, status and uptime, for a README or a home page.';

/** The badge of an experience and the Markdown that shows it on other pages. */
export function StatusBadge({ experienceId, origin }: { experienceId: string; origin: string }) {
  const page = `/experiences/${experienceId}`;
  return (
    <div className={shared.grid16}>
      {/* biome-ignore lint/performance/noImgElement: an SVG that is made for each request needs no optimization. */}
      <img src={`${page}/badge.svg`} alt="Status badge of this experience" height={20} />
      <CodeBlock label="Markdown" text={`[![Botplay status](${origin}${page}/badge.svg)](${origin}${page})`} wraps />
    </div>
  );
}
