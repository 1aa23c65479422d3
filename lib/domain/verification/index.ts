// The public face of verification: the six checks of an experience and their reports.
export { discoverServer } from './discover-server';
export { type Trigger, type VerificationReport, verificationReport } from './verification.schema';
export {
  latestVerification,
  startVerification,
  sweepVerifications,
  waitForVerifications,
} from './verification.service';
export { changeMarkOf, waitForVerification } from './wait-for-verification';
