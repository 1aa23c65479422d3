import type { SiteStatus } from '@/lib/domain/status';

type Part = SiteStatus['parts'][number];

/** What people call the parts of the site. */
export const PART_LABELS: Record<Part['part'], string> = {
  web: 'Pages',
  agents: 'MCP and REST',
  database: 'Database',
  live: 'Live updates',
  experiences: 'Experiences of others',
  mail: 'Mail',
};

interface Word {
  label: string;
  tone: 'good' | 'wait' | 'bad' | 'done';
}

/** A status of a part as a word. */
export const STATUS_LABELS: Record<Part['status'], Word> = {
  online: { label: 'Up', tone: 'good' },
  degraded: { label: 'Slow', tone: 'wait' },
  offline: { label: 'Down', tone: 'bad' },
  unknown: { label: 'Not measured', tone: 'done' },
};

/** The headline of the page, with the tone of its notice. */
export const HEADLINES: Record<SiteStatus['status'], { text: string; tone: 'green' | 'amber' | 'red' | 'neutral' }> = {
  online: { text: 'Everything works', tone: 'green' },
  degraded: { text: 'Some parts are slow or not available', tone: 'amber' },
  offline: { text: 'A part of the site is down', tone: 'red' },
  maintenance: { text: 'Planned maintenance is under way', tone: 'amber' },
  unknown: { text: 'Not measured yet', tone: 'neutral' },
};
