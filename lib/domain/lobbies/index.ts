/** The public face of lobbies: other modules import only from here. */
import './notify-match-end';

export { createLobby } from './create-lobby';
export { abortLobby, endMatch } from './end-match';
export { cancelIdleLobbies, cancelWaitingLobby } from './idle-lobbies';
export { joinLobby } from './join-lobby';
export { leaveLobby } from './leave-lobby';
export { MAX_PLAYERS } from './lobbies.schema';
export { readLobbyConfig } from './lobby-config';
export { type LobbySnapshot, loadLobbySnapshot } from './lobby-snapshot';
export { listLobbies, readLobby, readLobbyStatus, readRatedAborts } from './read-lobbies';
export { fillDueLobbies, startLobby } from './start-lobby';
