import { once } from 'node:events';
import { request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';

/** The address of a server on a free port of this machine. */
export const listening = async (server: Server): Promise<string> => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
};

/** The exporter loads `node:http` by an import that Jest cannot run; everything else of it is the real one. */
export const loadHttpForJest = () => {
  const path = join(__dirname, '../../../../node_modules/@opentelemetry/otlp-exporter-base/build/src/transport');
  const { createHttpExporterTransport } = jest.requireActual<{
    createHttpExporterTransport: (given: object) => object;
  }>(join(path, 'http-exporter-transport.js'));
  const transport = Object.getPrototypeOf(createHttpExporterTransport({})) as { _loadUtils: () => Promise<object> };
  transport._loadUtils = async () => ({ agent: undefined, request });
};
