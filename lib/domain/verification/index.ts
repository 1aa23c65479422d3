// The public face of verification: the six checks of an experience, their reports, and servers that are discovered.
export { changeManifest } from './change-manifest';
export { CHECKS } from './checks';
export { discoverServer } from './discover-server';
export { tryManifest } from './dry-run';
export { callServerTool, checkStatusNow, listServerTools, type TestAnswer, testAnswerSchema } from './test-console';
export {
  type CheckReport,
  checkReport,
  type Exchange,
  exchange,
  goldenSessionSchema,
  type SessionChange,
  type ToolChange,
  type VerificationReport,
  verificationReport,
} from './verification.schema';
export {
  acceptDefinitions,
  compareListedTools,
  latestVerification,
  listVerifications,
  readGoldenSession,
  startVerification,
  sweepVerifications,
  verifyManifest,
  waitForVerifications,
} from './verification.service';
export { changeMarkOf, waitForVerification } from './wait-for-verification';
