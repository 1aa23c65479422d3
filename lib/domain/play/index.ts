/** The public face of play by people: other modules import only from here. */
export {
  type CurrentGame,
  currentGameSchema,
  type OpenLobby,
  type OwnSeat,
  openLobbySchema,
  ownSeatSchema,
  type RematchPlan,
} from './play.schema';
export {
  listOpenLobbies,
  notePage,
  readCurrentGame,
  readOwnSeat,
  readRole,
  requireBuiltinLobby,
  requirePlayableGame,
  requireSeatSession,
} from './play.service';
export { offerRematch, planRematch } from './rematch';
