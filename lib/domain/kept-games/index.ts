// The public face of kept games: positions of stateless game tools, stored under their gameId.
export {
  type AdvanceResult,
  advanceGame,
  findGamePosition,
  isGameId,
  storeGame,
} from './kept-games.service';
