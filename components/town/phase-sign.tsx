type Sign = 'hourglass' | 'moon' | 'bell' | 'talk' | 'vote' | 'flag';

const LINES: Record<Sign, string> = {
  hourglass: 'M-5 -7h10M-5 7h10M-4 -7c0 5 4 5 4 7s-4 2 -4 7M4 -7c0 5 -4 5 -4 7s4 2 4 7',
  moon: 'M3 -7a7.5 7.5 0 1 0 4.5 10.5a6.5 6.5 0 0 1 -4.5 -10.5Z',
  bell: 'M-6 4c2-2 1-9 6-9s4 7 6 9ZM-1.5 6.5h3M0 -7v2',
  talk: 'M-7 -5h14v8h-8l-3.5 3.5v-3.5h-2.5Z',
  vote: 'M-6 -6h12v12h-12ZM-3 .5l2.2 2.5l4 -5.5',
  flag: 'M-4 7v-14h9l-2.5 3.5l2.5 3.5h-9',
};

/** The sign of a phase, drawn around the origin, about 16 units wide. */
export function PhaseSign({ sign, className }: { sign: Sign; className?: string }) {
  return <path className={className} d={LINES[sign]} />;
}
