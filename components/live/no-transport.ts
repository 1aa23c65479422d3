/** In place of the transports of engine.io-client that pages do not use; next.config.ts puts it there. */
export const XHR = null;
export const WT = null;
