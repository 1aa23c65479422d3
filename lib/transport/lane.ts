import type { HostFault } from './http/hosts';
import type { Served, WireRequest, WireResponse } from './http/wire';

/** One transport as the servers use it. */
export interface Lane {
  name: string;
  /** Answers a request that `admitRequest` has admitted. */
  serve(request: WireRequest): Promise<Served>;
  /** Answers a request that `admitRequest` has refused, in the form of this transport's errors. */
  refuse(fault: HostFault): WireResponse;
}
