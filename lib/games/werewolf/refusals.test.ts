import { describe, expect, it } from 'vitest';
import type { Seat } from '@/lib/core/game';
import { werewolfTable as match, refusalOf } from '@/lib/games/testing/werewolf-table';
import type { WerewolfMove } from '.';
import { type Phase, playerIdOf, type Role } from './state';

describe('a refusal', () => {
  it('has the code of the specification', () => {
    const table = match().until('NIGHT');
    const villager = table.seatOf('VILLAGER');
    const [wolf, mate] = table.wolves();
    const code = (seat: Seat, move: WerewolfMove) => refusalOf(table.attempt(seat, move)).code;
    expect(code(villager, { type: 'wolf_kill', targetPlayerId: 'p:1' })).toBe('WRONG_ROLE');
    expect(code(villager, { type: 'wolf_chat', text: 'Hello.' })).toBe('WRONG_ROLE');
    expect(code(villager, { type: 'vote', targetPlayerId: null })).toBe('WRONG_PHASE');
    expect(code(villager, { type: 'say', text: 'Hello.' })).toBe('WRONG_PHASE');
    expect(code(wolf, { type: 'wolf_kill', targetPlayerId: playerIdOf(mate) })).toBe('INVALID_TARGET');
    expect(code(wolf, { type: 'wolf_kill', targetPlayerId: 'p:99' })).toBe('INVALID_TARGET');
    expect(code(8, { type: 'ready' })).toBe('NOT_A_PLAYER');
    table.kill(villager);
    table.until('DAY_OPENING');
    expect(code(villager, { type: 'say', text: 'Boo.' })).toBe('PLAYER_DEAD');
    expect(code(wolf, { type: 'say', text: 'Farewell.', kind: 'LAST_WORDS' })).toBe('WRONG_PHASE');
    table.act(wolf, { type: 'say', text: 'Good morning.' });
    expect(code(wolf, { type: 'say', text: 'And again.' })).toBe('ALREADY_SUBMITTED');
    table.until('DAY_DISCUSSION');
    expect(code(wolf, { type: 'say', text: 'Late.', kind: 'OPENING' })).toBe('WRONG_PHASE');
    table.until('DAY_VOTE');
    expect(code(wolf, { type: 'vote', targetPlayerId: playerIdOf(villager) })).toBe('INVALID_TARGET');
  });

  it('has the code of the specification for every action, in every phase, of the living, the dead and strangers', () => {
    const target = (table: ReturnType<typeof match>) => playerIdOf(table.others().at(-1) ?? -1);
    const actions: [WerewolfMove['type'], Phase[], Role | null][] = [
      ['ready', ['LOBBY'], null],
      ['say', ['DAY_OPENING', 'DAY_DISCUSSION'], null],
      ['vote', ['DAY_VOTE'], null],
      ['wolf_chat', ['NIGHT'], 'WEREWOLF'],
      ['wolf_kill', ['NIGHT'], 'WEREWOLF'],
      ['seer_inspect', ['NIGHT'], 'SEER'],
      ['doctor_protect', ['NIGHT'], 'DOCTOR'],
    ];
    const table = match();
    // The second day, with one dead player.
    const dead = table.seatOf('VILLAGER');
    const checked = new Set<string>();
    const check = () => {
      const { phase, roles, alive } = table.state;
      for (const [type, phases, role] of actions) {
        for (let seat = 0; seat <= 8; seat++) {
          const move = { type, text: 'Hello.', targetPlayerId: target(table) } as unknown as WerewolfMove;
          const expected =
            seat === 8
              ? 'NOT_A_PLAYER'
              : phase === 'ENDED'
                ? 'WRONG_PHASE'
                : !alive[seat]
                  ? 'PLAYER_DEAD'
                  : !phases.includes(phase)
                    ? 'WRONG_PHASE'
                    : role !== null && roles[seat] !== role
                      ? 'WRONG_ROLE'
                      : undefined;
          const applied = table.attempt(seat, move);
          const code = applied.ok ? undefined : applied.code;
          const mayMiss = expected === undefined && code === 'INVALID_TARGET';
          expect([phase, type, seat, code]).toEqual([phase, type, seat, mayMiss ? code : expected]);
          checked.add(`${phase} ${code}`);
        }
      }
    };
    check();
    table.until('NIGHT').kill(dead);
    for (let step = 0; step < 40 && table.state.phase !== 'ENDED'; step++) {
      check();
      table.passTime();
    }
    check();
    expect(checked).toContain('NIGHT PLAYER_DEAD');
    expect(checked).toContain('ENDED WRONG_PHASE');
  });

  it('of a wrong role is the same for every caller and every target, so it reveals no role', () => {
    const texts = new Set<string>();
    for (const seed of ['11', '12', '13', '14']) {
      const table = match(seed).until('NIGHT');
      for (let seat = 0; seat < 8; seat++) {
        if (table.state.roles[seat] === 'WEREWOLF') continue;
        for (let target = 1; target <= 9; target++)
          texts.add(
            JSON.stringify({
              ...table.attempt(seat, { type: 'wolf_kill', targetPlayerId: `p:${target}` }),
              nearest: [],
            }),
          );
      }
    }
    expect(texts.size).toBe(1);
  });
});
