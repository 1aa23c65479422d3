import { dismissAnnouncement } from '../dismissed';

/** The button of an announcement. */
export function POST(request: Request): Promise<Response> {
  return dismissAnnouncement(request);
}
