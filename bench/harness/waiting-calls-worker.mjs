// Opens calls that wait, each on a connection of its own, and notes when the answer of each arrives. It writes and reads
// HTTP itself: a client of a library would use more processor time than the server.
import net from 'node:net';

const answered = [];
let count = 0;

const nowMs = () => performance.timeOrigin + performance.now();

/** The calls come from so many addresses, as those of other agents do: an address has few places while others call. */
const ADDRESSES = 200;

function open({ host, port }, message, index) {
  return new Promise((resolve, reject) => {
    const socket = net.connect({ host, port, localAddress: `127.0.1.${1 + (index % ADDRESSES)}` });
    let text = '';
    let isAnswered = false;
    socket.once('error', reject);
    socket.once('connect', () => socket.write(message, resolve));
    socket.on('data', (data) => {
      if (isAnswered) return;
      text += data.toString('latin1');
      // An event stream has its head first and the answer later.
      const isWoken = text.includes('move_played');
      const isFault = /^HTTP\/1\.1 [345]|"isError"/.test(text);
      if (!isWoken && !isFault && !text.includes('effective_timeout_ms')) return;
      isAnswered = true;
      answered.push({ index, atMs: isWoken ? nowMs() : null, fault: isFault ? text.slice(0, 500) : null });
      text = '';
    });
  });
}

process.on('message', async (command) => {
  if (command.kind === 'answers') {
    process.send({ answers: answered.splice(0) });
    return;
  }
  try {
    await Promise.all(command.messages.map((message, offset) => open(command, message, command.first + offset)));
    count += command.messages.length;
    process.send({ opened: count });
  } catch (error) {
    process.send({ error: String(error) });
  }
});
