import { makeStudyRooms } from '@/lib/domain/relay';
import { ownerFixture } from '@/lib/testing/fixtures';
import { type ClientFrame, RelayClient } from './relay-server';

/** The origin of a page of another party. */
export const ORIGIN = 'https://garden.example';

/** What such a page shows first. */
export const VIEW = {
  uiSpec: { stage: 'garden', plants: [] as string[] },
  messageHistory: [],
  toolSchema: [{ name: 'add', description: 'Add a plant', parameters: {} }],
};

interface RemotePage extends RelayClient {
  joined: ClientFrame;
  /** Waits for the next request of a type, and answers it. */
  answer: (type: string, reply: string, payload: object) => Promise<ClientFrame>;
}

/** A page that follows the specification, as a host that runs its own application. */
export async function openRemotePage(
  url: string,
  roomName: string,
  { key = undefined as string | undefined, headers = {}, path = '' } = {},
): Promise<RemotePage> {
  const page = await RelayClient.overWebSocket(url, headers, path);
  const ext = { app: 'remote', ...(key === undefined ? {} : { participant: key }) };
  const joined = await page.ask('relay.join', { role: 'host', sessionId: roomName }, { ext });
  page.send('state.updated', { source: 'system', ...VIEW });
  const answer = async (type: string, reply: string, payload: object) => {
    const seen = page.frames.filter((frame) => frame.type === type).length;
    const request = await page.until((frame, at = page.ofType(type).length) => frame.type === type && at > seen - 1);
    page.raw({ v: 'mvp-0.2', type: reply, replyTo: page.ofType(type).at(-1)?.id, payload });
    return request;
  };
  return Object.assign(page, { joined, answer });
}

/** A room that a researcher has made for a participant, and the researcher. */
export async function studyRoomFixture(origins: string[] = [ORIGIN]) {
  const owner = await ownerFixture();
  const [room] = await makeStudyRooms({
    ownerId: owner.ownerId,
    app: 'remote',
    studyId: 'pilot-01',
    participantIds: ['P07'],
    allowedOrigins: origins,
    pageUrl: null,
    maxRooms: 5,
    origin: 'http://localhost:3000',
  });
  if (!room) throw new Error('no room was made');
  return { owner, room };
}
