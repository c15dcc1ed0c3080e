import { eventRoutes as contracts } from '@konsil/contracts/events';
import type { FastifyInstance } from 'fastify';
import { signedIn } from '@konsil/server-domain/access/addresses';
import { route } from '@konsil/server-domain/http/route';

/** `GET /api/events`: live updates for an open portal. Read with fetch, because it needs headers. */
export const eventRoutes = (app: FastifyInstance): void => {
  route(app, contracts.streamEvents, {
    access: signedIn(),
    background: true,
    handler: ({ session, request, reply, query: { behind } }) => {
      const last = request.headers['last-event-id'];
      reply.type('text/event-stream; charset=utf-8').header('x-accel-buffering', 'no');
      return () =>
        app.kernel.events.open(session, {
          lastEventId: typeof last === 'string' ? last : undefined,
          behindMs: Number(behind ?? 0),
        });
    },
  });
};
