// Replaces an SMS gateway in a trial: prints each message, so verification codes appear in its log.
import { createServer } from 'node:http';

const server = createServer(async (request, response) => {
  const parts = [];
  for await (const part of request) parts.push(part);
  if (parts.length > 0) console.log(Buffer.concat(parts).toString());
  response.end('ok');
});
server.listen(8080);
process.on('SIGTERM', () => server.close());
