import Link from 'next/link';
import rows from '@/components/console/rows.module.css';
import { RelativeTime } from '@/components/ui/relative-time';
import { VerificationBadge } from './badges';

/** An experience as its publisher's list shows it. */
export interface OwnLine {
  id: string;
  name: string;
  version: string;
  tier: number;
  listed: boolean;
  verification_status: string;
  updated_at: string;
}

/** What somebody publishes. */
export function OwnExperiences({ lines }: { lines: readonly OwnLine[] }) {
  return (
    <table className={rows.table}>
      <caption className={rows.caption}>Your experiences</caption>
      <thead>
        <tr>
          <th scope="col">Experience</th>
          <th scope="col">State</th>
          <th scope="col" className={rows.wide}>
            Changed
          </th>
        </tr>
      </thead>
      <tbody>
        {lines.map((line) => (
          <tr key={line.id}>
            <td>
              <Link href={`/publish/${line.id}`} className={rows.main}>
                <bdi>{line.name}</bdi>
              </Link>
              <span className={rows.sub}>
                <code>{line.version}</code>
                {!line.listed && 'unlisted'}
              </span>
            </td>
            <td>
              <VerificationBadge status={line.verification_status} tier={line.tier} />
            </td>
            <td className={rows.wide}>
              <RelativeTime at={line.updated_at} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
