// Runs one load of load.ts with autocannon and reports the calls per second.
import autocannon from 'autocannon';

process.once('message', async (load) => {
  const wrong = [];
  try {
    const result = await autocannon({
      url: load.url,
      connections: load.connections,
      duration: load.seconds,
      headers: load.headers,
      requests: [
        {
          method: load.method ?? 'GET',
          body: load.body,
          onResponse(status, body) {
            if (status >= 300 || !body.includes(load.expect)) wrong.push(`${status} ${body.slice(0, 200)}`);
          },
        },
      ],
    });
    if (wrong.length > 0) process.send({ error: `${wrong.length} wrong answers from ${load.url}, first: ${wrong[0]}` });
    else if (result.errors > 0) process.send({ error: `${result.errors} connections to ${load.url} failed` });
    else process.send({ perSecond: result['2xx'] / result.duration });
  } catch (error) {
    process.send({ error: String(error) });
  }
});
