/** The bracket nights as pages show them; null: there is none. */
export interface NightCards {
  running: { leagueId: string; gameTitle: string; round: number; rounds: number | null } | null;
  next: { leagueId: string; gameTitle: string; startsAt: string; players: number } | null;
  last: { leagueId: string; gameTitle: string; winner: string } | null;
}
