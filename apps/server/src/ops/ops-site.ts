import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { knownSchema, schemaState } from '@konsil/server-domain/database/schema-state';
import { answerHeaders } from '@konsil/server-platform/http/headers';
import { Gauges, metricsType, watchProcess } from '@konsil/server-platform/metrics';
import type { Env } from '@konsil/server-settings/env';
import { idleSince } from '@konsil/server-platform/repeating';
import { release } from '../release.ts';
import { listen } from '../hosting/listen.ts';

interface Answer {
  status?: number;
  type?: string;
  body: string | object;
}

/** The operator's port: liveness, readiness, version and metrics. Without sign-in, so never public. */
export class OpsSite {
  private app: FastifyInstance | null = null;
  private stopping = false;
  private readonly pages: Record<string, () => Promise<Answer>> = {
    // A response proves that the event loop is running.
    '/livez': async () => ({ body: { alive: true } }),
    '/readyz': () => this.ready(),
    '/version': async () => ({ body: { ...release, schema: knownSchema(), node: process.version } }),
    '/metrics': async () => ({ type: metricsType, body: await (this.app?.kernel.gauges ?? new Gauges()).text() }),
  };

  /** The app is ready for requests. */
  serves(app: FastifyInstance): void {
    this.app = app;
  }
  /** The process is stopping: not ready any more. */
  stops(): void {
    this.stopping = true;
  }

  readonly answer: RequestListener = (request, response) => void this.respond(request, response);

  private async ready(): Promise<Answer> {
    const refused = (why: string) => ({ status: 503, body: { ready: false, why } });
    if (this.stopping) return refused('stopping');
    if (!this.app) return refused('starting');
    const { ok: _, quiet: __, ...parts } = await this.app.health.look();
    const schema = parts.database === 'away' ? 'away' : await schemaState(this.app.kernel.db).catch(() => 'away');
    // A missing storage does not make it unready: other processes lack it too, and much works without it.
    const ready =
      parts.database === 'ok' &&
      (schema === 'ok' || schema === 'compatible') &&
      parts.storage !== 'not_ours' &&
      parts.data_folder !== 'not_ours';
    // Requests are still answered; only e-mails, previews and duties wait for a worker.
    const { kernel } = this.app;
    const idle = parts.database === 'ok' && !kernel.works ? await idleSince(kernel).catch(() => null) : null;
    const workers = idle ? { workers: 'none' as const } : {};
    return { status: ready ? 200 : 503, body: { ready, ...parts, schema, ...workers } };
  }

  private async of(page: () => Promise<Answer>): Promise<Answer> {
    try {
      return await page();
    } catch (error) {
      this.app?.log.error({ failure: error }, 'a page of the operator port failed');
      return { status: 500, body: {} };
    }
  }

  private async respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = '', url = '' } = request;
    const path = url.split('?')[0] ?? '';
    const page = Object.hasOwn(this.pages, path) ? this.pages[path] : undefined;
    const answered = page && (method === 'GET' || method === 'HEAD') ? await this.of(page) : undefined;
    const { status, type, body }: Answer = answered ?? { status: page ? 405 : 404, body: {} };
    const text = typeof body === 'string' ? body : `${JSON.stringify(body)}\n`;
    response
      .writeHead(status ?? 200, {
        ...answerHeaders({ https: false }),
        'content-type': type ?? 'application/json; charset=utf-8',
        'cache-control': 'no-store',
        'content-length': Buffer.byteLength(text),
      })
      .end(method === 'HEAD' ? undefined : text);
  }
}

/**
 * Opens the operator's port, if configured, before anything else, because a process waiting for its database is alive.
 * @returns the function that closes it
 */
export const openOps = async (
  env: Pick<Env, 'OPS_PORT' | 'OPS_HOST'>,
  { answer }: OpsSite,
): Promise<() => Promise<void>> => {
  if (env.OPS_PORT === undefined) return async () => undefined;
  watchProcess();
  return listen([{ name: 'operator', port: env.OPS_PORT, setting: 'OPS_PORT', answer }], {
    HOST: env.OPS_HOST,
    https: false,
  });
};
