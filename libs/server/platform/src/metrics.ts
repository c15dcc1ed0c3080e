import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import type { FastifyInstance } from 'fastify';
import { secondMs } from './clock.ts';
import type { Channel } from './channels.ts';
import { onServiceSample } from './service-times.ts';

// Labels contain routes, services and outcomes: never a person, case, address or user input.
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
const limited = new Counter({
  name: 'konsil_limits_exceeded_total',
  help: 'Refusals by rate limit: many from one hospital mean a network to trust or a size to raise',
  labelNames: ['limit'],
  registers,
});
const letters = new Counter({
  name: 'konsil_letters_total',
  help: 'Attempts to send letters: sent, to be tried again, or failed for good',
  labelNames: ['channel', 'outcome'],
  registers,
});

const eventNotices = new Counter({
  name: 'konsil_event_notices_total',
  help: 'Notices of live events by way: published to the events server or not, received, unreadable; events caught up without one',
  labelNames: ['way'],
  registers,
});

onServiceSample(({ service, outcome, seconds }) => services.observe({ service, outcome }, seconds));

/** Counts a sign-in, or a refusal by its reason. */
export const countSignIn = (outcome: string): void => signIns.inc({ outcome });
/** Counts a refusal by the name of its limit. */
export const countLimit = (limit: string): void => limited.inc({ limit });
/** Reports limits as 0 until one refuses something: Prometheus sees no increase of a series that begins with 1. */
export const watchLimits = (names: readonly string[]): void => {
  for (const limit of names) limited.inc({ limit }, 0);
};
/** Counts an attempt to send an email, an SMS, a webhook's event or a push message. */
export const countLetter = (channel: Channel, outcome: 'sent' | 'retried' | 'failed'): void =>
  letters.inc({ channel, outcome });
/** Reports failed letters as 0 until one fails, like `watchLimits`. */
export const watchLetters = (channels: readonly Channel[]): void => {
  for (const channel of channels) letters.inc({ channel, outcome: 'failed' }, 0);
};
/** Counts notices of live events (EVENTS_URL), and events found without one. */
export const countEventNotices = (
  way: 'published' | 'unpublished' | 'received' | 'unreadable' | 'caught_up',
  count = 1,
): void => eventNotices.inc({ way }, count);

/** Counts the requests of an app by route template and status. */
export const countCalls = (app: FastifyInstance, site: string): void => {
  app.addHook('onResponse', async (request, reply) => {
    // A stream lasts for hours, so its duration is not a latency.
    if (String(reply.getHeader('content-type')).startsWith('text/event-stream')) return;
    const route = request.routeOptions.url ?? 'unknown';
    calls.observe({ site, method: request.method, route, status: reply.statusCode }, reply.elapsedTime / secondMs);
  });
};

let watched = false;
/** Measures the process: CPU, memory, event loop, garbage collection. */
export const watchProcess = (): void => {
  if (!watched) collectDefaultMetrics({ register: counted });
  watched = true;
};

export interface Reading {
  labels?: Record<string, string>;
  value: number;
}

/** Gauges of running and waiting jobs. */
export const loadOf = ({ running, waiting }: { running: number; waiting: number }): Reading[] => [
  { labels: { state: 'running' }, value: running },
  { labels: { state: 'waiting' }, value: waiting },
];

// A scrape must not wait for a hanging database.
const patienceMs = 2 * secondMs;

const within = async <T>(work: Promise<T>): Promise<T> => {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('A figure could not be read in time.')), patienceMs);
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
};

/** Gauges that are read on each scrape. One that fails is left out, and counted as failed. */
export class Gauges {
  private readonly registry = new Registry();
  private readonly missing = new Gauge({
    name: 'konsil_figures_unreadable',
    help: 'Figures that this answer lacks because they could not be read',
    registers: [this.registry],
  });
  private readonly reads: { forget: () => void; gauge: Gauge; read: () => Promise<readonly Reading[]> }[] = [];

  /** @param read returns the current value */
  add(name: string, help: string, read: () => number | Promise<number>): void {
    this.addEach(name, help, [], async () => [{ value: await read() }]);
  }

  /** Adds a metric with several labelled values. */
  addEach(name: string, help: string, labelNames: string[], read: () => Promise<readonly Reading[]>): void {
    const gauge = new Gauge({ name, help, labelNames, registers: [this.registry] });
    // A reset gauge without labels would report 0.
    const forget = () => (labelNames.length === 0 ? gauge.remove() : gauge.reset());
    this.reads.push({ gauge, forget, read });
  }

  /** All metrics of this process in Prometheus's text format. */
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
