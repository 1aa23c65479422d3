// The public face of limits: how often a credential, an address or an owner may call.
export { addressBlock, clientAddress, PEER_ADDRESS_HEADER, peerAddress, trustPeerHeader } from './client-address';
export { answerLimit, type LeagueSystem, leagueLimit, limitLeagueRequest, moveLimit } from './league-limits';
export {
  type CallCount,
  countFailure,
  limitBodyBytes,
  limitCall,
  limitCredential,
  limitOwnerRequests,
  limitWords,
  payerOf,
  type RateState,
  readCallWait,
  refundLimit,
  requireLimit,
  requireWords,
  resetLimit,
  takeLimit,
} from './limits';
export { placeOf, runInCallPlace, searchPlaces, streamPlaces, waitingCallPlaces } from './places';
export {
  hashAddress,
  limitOfShare,
  QUOTA_NAMES,
  QUOTA_SHARES,
  type QuotaName,
  type QuotaShare,
  quotaOf,
  quotaUserOf,
  takeQuota,
} from './quotas';
export { noteShare, shareOf, shareOfAgent } from './shares';
