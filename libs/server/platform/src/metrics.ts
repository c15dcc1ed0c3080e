import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import type { FastifyInstance } from 'fastify';
import { secondMs } from './clock.ts';
import { hearServices } from './service-times.ts';

// Labels name routes, services and outcomes: never a person, a case, an address or anything that was typed.
const counted = new Registry();
const registers = [counted];

const calls = new Histogram({
  name: 'konsil_http_request_duration_seconds',
  help: 'Calls by route template and status; event streams are not among them',
  labelNames: ['site', 'method', 'route', 'status'],
  buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
  registers,
});
const services = new Histogram({
  name: 'konsil_service_duration_seconds',
  help: 'Calls of other services by outcome; those of the processes that read files are not among them',
  labelNames: ['service', 'outcome'],
  buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
  registers,
});
const signIns = new Counter({
  name: 'konsil_sign_ins_total',
  help: 'Sign-ins by outcome: ok, or why they were refused',
  labelNames: ['outcome'],
  registers,
});
const letters = new Counter({
  name: 'konsil_letters_total',
  help: 'Attempts to send letters: sent, to be tried again, or failed for good',
  labelNames: ['channel', 'outcome'],
  registers,
});

hearServices(({ service, outcome, seconds }) => services.observe({ service, outcome }, seconds));

/** Counts a sign-in, or a refusal by its reason. */
export const countSignIn = (outcome: string): void => signIns.inc({ outcome });
/** Counts an attempt to send a letter. */
export const countLetter = (channel: 'email' | 'sms', outcome: 'sent' | 'retried' | 'failed'): void =>
  letters.inc({ channel, outcome });

/** Counts the calls of an app by route template and status. */
export const countCalls = (app: FastifyInstance, site: string): void => {
  app.addHook('onResponse', async (request, reply) => {
    // A stream lasts for hours: that is no latency.
    if (String(reply.getHeader('content-type')).startsWith('text/event-stream')) return;
    const route = request.routeOptions.url ?? 'unknown';
    calls.observe({ site, method: request.method, route, status: reply.statusCode }, reply.elapsedTime / secondMs);
  });
};

let watched = false;
/** Measures the process itself: processor, memory, event loop, collection of garbage. */
export const watchProcess = (): void => {
  if (!watched) collectDefaultMetrics({ register: counted });
  watched = true;
};

export interface Reading {
  labels?: Record<string, string>;
  value: number;
}

/** What is at work and what waits for its turn. */
export const loadOf = ({ running, waiting }: { running: number; waiting: number }): Reading[] => [
  { labels: { state: 'running' }, value: running },
  { labels: { state: 'waiting' }, value: waiting },
];

// A scrape must not wait for a database that hangs.
const patienceMs = 2 * secondMs;

const within = async <T>(work: Promise<T>): Promise<T> => {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('A figure could not be read in time.')), patienceMs);
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
};

/** Figures that are read when somebody asks for them. One that cannot be read is left out, and counted as that. */
export class Gauges {
  private readonly registry = new Registry();
  private readonly missing = new Gauge({
    name: 'konsil_figures_unreadable',
    help: 'Figures that this answer lacks because they could not be read',
    registers: [this.registry],
  });
  private readonly reads: { forget: () => void; gauge: Gauge; read: () => Promise<readonly Reading[]> }[] = [];

  /** @param read what the figure is at this moment */
  add(name: string, help: string, read: () => number | Promise<number>): void {
    this.addEach(name, help, [], async () => [{ value: await read() }]);
  }

  /** The same with one figure for each of several labels. */
  addEach(name: string, help: string, labelNames: string[], read: () => Promise<readonly Reading[]>): void {
    const gauge = new Gauge({ name, help, labelNames, registers: [this.registry] });
    // Reset, a gauge without labels would say 0, which is a figure.
    const forget = () => (labelNames.length === 0 ? gauge.remove() : gauge.reset());
    this.reads.push({ gauge, forget, read });
  }

  /** Everything that is known of this process, in the text format of Prometheus. */
  async text(): Promise<string> {
    let missing = 0;
    const looked = this.reads.map(async ({ gauge, forget, read }) => {
      forget();
      try {
        for (const { labels = {}, value } of await within(read())) gauge.set(labels, value);
      } catch {
        missing += 1;
      }
    });
    await Promise.all(looked);
    this.missing.set(missing);
    return Registry.merge([counted, this.registry]).metrics();
  }
}

export const metricsType = Registry.PROMETHEUS_CONTENT_TYPE;
