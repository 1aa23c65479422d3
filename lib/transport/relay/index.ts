// The relay's protocol over any socket.

export { relayPlaces } from './address-use';
export { MAX_FRAME_CHARACTERS, type RelayCaller, RelayConnection } from './connection';
