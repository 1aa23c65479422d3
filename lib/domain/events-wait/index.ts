/** The public face of waiting on streams: other modules import only from here. */
export * from './events-wait.service';
