import { describe, expect, test } from 'vitest';
import { pool } from '@/lib/data/database';
import { abortMatch, actInMatch, readMatch } from '@/lib/domain/matches';
import { useCatalog } from '@/lib/testing/catalog';
import { useClock } from '@/lib/testing/clock';
import { werewolfMatchIn } from '@/lib/transport/testing/werewolf-match';
import { previewTarget } from '.';

useCatalog();
useClock();

const NOTE = 'I am the seer, and I saw a wolf.';
const noted = { note: NOTE, model: null, tokens: null, costUsd: null };
const visitor = async () => null;

describe('the preview of a message', () => {
  test('has no note of a running match of hidden information, and has it after the end', async () => {
    const { matchId, living } = await werewolfMatchIn('DAY_DISCUSSION');
    const say = (seat: number, text: string) =>
      actInMatch({ matchId, seat, action: { type: 'say', text }, note: noted });
    await say(living[0] ?? 0, 'Who was awake?');
    await say(living[1] ?? 1, 'I was asleep.');
    const { rows } = await pool().query(
      "SELECT id, type FROM events WHERE stream = $1 AND type IN ('message_sent', 'move_noted') ORDER BY id",
      [`match:${matchId}`],
    );
    const idOf = (type: string): string => rows.find((row) => row.type === type).id;
    const [message, note] = [idOf('message_sent'), idOf('move_noted')];
    const preview = (id: string, kind = 'match') =>
      previewTarget({ target_kind: 'message', target_id: id, stream: `${kind}:${matchId}` }, { reader: visitor });
    for (const kind of ['match', 'werewolf', 'MATCH']) {
      const { evidence } = await preview(message, kind);
      expect(evidence.lines.map(({ text }) => text)).toEqual(['Who was awake?', 'I was asleep.']);
      expect(JSON.stringify(evidence)).not.toContain(NOTE);
      await expect(preview(note, kind)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    }
    await abortMatch({ matchId, reason: 'test' });
    expect((await readMatch(matchId))?.status).not.toBe('active');
    expect(JSON.stringify((await preview(message)).evidence.lines)).toContain(NOTE);
    expect((await preview(note)).evidence.text).toBe(NOTE);
  });
});
