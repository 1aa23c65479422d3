import type { PlayerKind } from '@/components/ui/kinds';
import { isolateDirection } from '@/components/ui/text';

interface Named {
  display_name: string;
  kind: PlayerKind;
}

const BOT_LABEL = / \(house bot\)$/;

/** The name of a player without the label of house bots, for places that show by the token or by the seat that it is a bot. */
export const shortName = ({ display_name, kind }: Named): string =>
  kind === 'bot' ? display_name.replace(BOT_LABEL, '') : display_name;

/** The same within a text, whose order it does not change. */
export const nameInText = (player: Named): string => isolateDirection(shortName(player));

/** The players with their short names. */
export const withoutBotLabels = <T extends Named>(players: readonly T[]): T[] =>
  players.map((player) => ({ ...player, display_name: shortName(player) }));

/** What a game calls the seat at a table of more than two. */
const SEAT = /\bSeat (\d)\b/g;

/** A text of the game with the names of players in place of numbered seats, where more than two play. */
export const nameSeats = (text: string, players: readonly Named[]): string =>
  players.length > 2
    ? text.replace(SEAT, (seat, number) => (players[number - 1] ? nameInText(players[number - 1] as Named) : seat))
    : text;

/** The same within a view. Two players of one name keep their numbers. */
export const withNamedSeats = <View>(view: View, players: readonly Named[]): View =>
  players.length > 2 && new Set(players.map(shortName)).size === players.length
    ? JSON.parse(JSON.stringify(view), (_, value) => (typeof value === 'string' ? nameSeats(value, players) : value))
    : view;

/** A line of the platform about a match, marked as such, with the names of its players; null without one. */
export const platformLine = (line: string | null, players: readonly Named[]): string | null =>
  line &&
  `Botplay: ${line.replace(/\{(\d)\}/g, (braces, seat) => (players[seat] ? nameInText(players[seat]) : braces))}`;
