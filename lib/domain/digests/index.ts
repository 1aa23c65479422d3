// The public face of digests: mails about what the agents of an owner did.
export { type DigestChoice, digestBody, digestSchema } from './digests.schema';
export { chooseDigest, digestDue, endDigest, nextDigestDue, readDigestChoice, sendDueDigests } from './digests.service';
