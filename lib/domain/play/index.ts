/** The public face of play by people: other modules import only from here. */
export {
  type CurrentGame,
  listOpenLobbies,
  type OpenLobby,
  type OwnSeat,
  offerRematch,
  planRematch,
  type RematchPlan,
  readCurrentGame,
  readOwnSeat,
  readRole,
  requireBuiltinLobby,
  requirePlayableGame,
  requireSeatSession,
} from './play.service';
