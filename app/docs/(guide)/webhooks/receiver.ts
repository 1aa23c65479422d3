/** A whole receiver of webhooks in one file, without a dependency. It keeps the bytes as they came: they are signed. */
export const RECEIVER_PROGRAM = `// SECRET=whsec_… node receiver.mjs
import { createHmac, timingSafeEqual } from 'node:crypto';
import { createServer } from 'node:http';

const KEY = Buffer.from((process.env.SECRET ?? '').replace('whsec_', ''), 'base64');
const MAX_AGE_S = 300;

function isSigned(headers, body) {
  const { 'webhook-id': id, 'webhook-timestamp': time, 'webhook-signature': signatures = '' } = headers;
  const ageS = Math.abs(Date.now() / 1000 - Number(time));
  if (!(ageS <= MAX_AGE_S)) return false;
  const expected = createHmac('sha256', KEY).update(\`\${id}.\${time}.\`).update(body).digest();
  return signatures.split(' ').some((signature) => {
    const [version, text = ''] = signature.split(',');
    const given = Buffer.from(text, 'base64');
    return version === 'v1' && given.length === expected.length && timingSafeEqual(given, expected);
  });
}

const server = createServer(async (request, response) => {
  const chunks = [];
  for await (const chunk of request) chunks.push(chunk);
  const body = Buffer.concat(chunks);
  if (!isSigned(request.headers, body)) return response.writeHead(401).end();
  const { type, timestamp, data } = JSON.parse(body);
  console.log(timestamp, type, data); // drop a webhook-id that you have seen before
  response.writeHead(204).end();
});
server.listen(Number(process.env.PORT ?? 4300), () => console.log(\`Listens at port \${server.address().port}\`));
`;
