/** The public face of operations: other modules import only from here. */
export { metricsText, readiness, startDraining } from './operations.service';
