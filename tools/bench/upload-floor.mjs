// The minimal upload server for comparison: receives the body by Node's HTTP, hashes and encrypts it, and stores
// nothing. Started by upload.mjs.
import { createServer } from 'node:http';
import { Plain } from './upload-plain.mjs';

const server = createServer((request, response) => {
  const plain = new Plain();
  request
    .on('data', (piece) => plain.update(piece))
    .on('end', () => {
      plain.end();
      response.writeHead(201).end('[]');
    });
});
server.listen(0, '127.0.0.1', () =>
  process.send(/** @type {import('node:net').AddressInfo} */ (server.address()).port),
);
process.on('disconnect', () => process.exit());
