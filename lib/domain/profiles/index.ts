/** The public face of profiles: other modules import only from here. */
export { findPublicProfiles, type PublicProfile, readPublicProfile } from './profiles.service';
