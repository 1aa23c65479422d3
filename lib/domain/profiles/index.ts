/** The public face of profiles: other modules import only from here. */
export { findPublicProfiles, readPublicProfile } from './profiles.service';
