declare module 'glicko2' {
  interface Player {
    getRating(): number;
    getRd(): number;
    getVol(): number;
  }
  class Glicko2 {
    constructor(settings: {
      tau: number;
      rating: number;
      rd: number;
      vol: number;
    });
    makePlayer(rating: number, deviation: number, volatility: number): Player;
    updateRatings(results: [Player, Player, number][]): void;
  }
  const library: { Glicko2: typeof Glicko2 };
  export default library;
}
