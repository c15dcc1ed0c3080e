import type { FastifyInstance } from 'fastify';
import { dayMs, iso, later } from '@konsil/server-platform/clock';

const validMs = 180 * dayMs;
export const securityTxtPath = '/.well-known/security.txt';

/** Security contact (RFC 9116). The expiry is always in the future. */
export const serveSecurityTxt = (app: FastifyInstance): void => {
  const { clock, env } = app.kernel;
  app.get(securityTxtPath, (_request, reply) => {
    const lines = [
      `Contact: mailto:${env.OPERATOR_EMAIL}`,
      `Expires: ${iso(later(clock.now(), validMs))}`,
      'Preferred-Languages: de, en',
      ...[env.origins.patient, env.origins.doctor].map((origin) => `Canonical: ${origin}${securityTxtPath}`),
    ];
    return reply
      .type('text/plain; charset=utf-8')
      .header('cache-control', 'max-age=86400')
      .send(`${lines.join('\n')}\n`);
  });
};
