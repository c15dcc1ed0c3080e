// In the place of an SMS gateway: prints what it gets. For a trial only, because codes stand in the log.
import { createServer } from 'node:http';

const server = createServer(async (request, response) => {
  const parts = [];
  for await (const part of request) parts.push(part);
  if (parts.length > 0) console.log(Buffer.concat(parts).toString());
  response.end('ok');
});
server.listen(8080);
process.on('SIGTERM', () => server.close());
