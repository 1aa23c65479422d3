import Link from 'next/link';
import { RelativeTime } from '@/components/ui/relative-time';
import rows from './rows.module.css';

/** A memory as the list shows it. */
export interface MemoryLine {
  layer: 'agent' | 'owner';
  agentId: string | null;
  agentName: string | null;
  experienceId: string;
  experienceName: string | null;
  keys: string[];
  bytes: number;
  version: number;
  updatedBy: string;
  updatedAt: string;
}

const KEYS_SHOWN = 6;

/** "312 B", "4.1 KB". */
export function bytesWord(bytes: number): string {
  return bytes < 1000 ? `${bytes} B` : `${(bytes / 1024).toFixed(1)} KB`;
}

function keysWord(keys: readonly string[]): string {
  if (keys.length === 0) return 'empty';
  const shown = keys.slice(0, KEYS_SHOWN).join(', ');
  return keys.length > KEYS_SHOWN ? `${shown} and ${keys.length - KEYS_SHOWN} more` : shown;
}

function memoryPath(line: MemoryLine): string {
  const path = `/console/memory/${line.experienceId}`;
  return line.agentId === null ? path : `${path}?agent=${line.agentId}`;
}

/** Memories, the newest write first. */
export function MemoryTable({ lines }: { lines: readonly MemoryLine[] }) {
  return (
    <table className={rows.table}>
      <caption className={rows.caption}>Memories</caption>
      <thead>
        <tr>
          <th scope="col">Memory</th>
          <th scope="col" className={rows.wide}>
            Holds
          </th>
          <th scope="col" className={`${rows.numbers} ${rows.wide}`}>
            Size
          </th>
          <th scope="col">Written</th>
        </tr>
      </thead>
      <tbody>
        {lines.map((line) => (
          <tr key={`${line.agentId}-${line.experienceId}`}>
            <td>
              <Link href={memoryPath(line)} className={rows.main}>
                <bdi>{line.experienceName ?? 'A deleted experience'}</bdi>
              </Link>
              <span className={rows.sub}>
                <bdi>{line.agentName ?? 'Shared by all your agents'}</bdi>
              </span>
            </td>
            <td className={rows.wide}>
              <bdi>{keysWord(line.keys)}</bdi>
            </td>
            <td className={`${rows.numbers} ${rows.wide}`}>{bytesWord(line.bytes)}</td>
            <td className={rows.tight}>
              <RelativeTime at={line.updatedAt} />
              <span className={rows.sub}>
                by {line.updatedBy}, version {line.version}
              </span>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
