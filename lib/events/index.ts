export {
  type BusMessage,
  broadcast,
  broadcastHint,
  busConnected,
  busHealthy,
  onBroadcast,
  onReconnect,
  processId,
  publishMessages,
  stopBus,
} from './bus';
export { followHints, sendHints } from './hints';
export { listenForNext } from './next-message';
export { numberEvents } from './numbering';
export { isProcessAlive, startBus, watchProcesses } from './processes';
export { redisStore } from './redis-store';
export { noteRowForms, processesRead, ROW_FORMS } from './row-forms';
export {
  type Audiences,
  appendEvents,
  appendIfHead,
  deleteEventsWithout,
  deleteStreams,
  EVENT_ROWS,
  findLastEvent,
  insertEvents,
  lastEventId,
  lockHead,
  readEvents,
  readEventsById,
  readEventsOfStreams,
  readHead,
  readNewestEvents,
  removeAuthorName,
  removeNameBeside,
  replaceTexts,
} from './store';
export {
  countReaders,
  followStream,
  hasEvent,
  mayRead,
  onStream,
  publish,
  readAfterCursor,
  subscribeToNewStream,
  subscribeToStream,
  waitToRetry,
  wakeStreams,
} from './tail';
export { ARCHIVED_TEXT, mapTexts, restoreTexts, withReferences } from './texts';
export { deferEvents, waitForEvents } from './waits';
export { announceReplacedWords, onReplacedWords, setEventText } from './words';
