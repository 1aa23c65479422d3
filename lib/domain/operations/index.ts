/** The public face of operations: other modules import only from here. */
export { metricsText, type Readiness, readiness, startDraining } from './operations.service';
