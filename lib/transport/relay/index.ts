// The relay's protocol over any socket.

export { MAX_FRAME_CHARACTERS, type RelayCaller, RelayConnection } from './connection';
