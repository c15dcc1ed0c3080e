/** The content of a span: names of routes, statements and services, numbers and codes; no id, address or value. */
export type SpanAttributes = Record<string, string | number>;
export type SpanSort = 'server' | 'client' | 'internal' | 'producer';

/** The ids of the current span, as logs carry them. */
export interface TraceIds {
  trace_id: string;
  span_id: string;
}
export interface OpenSpan {
  /** Runs work inside the span: its calls become children. */
  within<T>(work: () => T): T;
  ids: TraceIds;
  end(more?: SpanAttributes, failure?: unknown): void;
}
/** The part of OpenTelemetry that is used, behind an interface, so that its packages are loaded only when configured. */
export interface Tracer {
  /** @param parent the headers of a trusted caller; without them a child of the current span, or a new trace */
  open(name: string, sort: SpanSort, attributes: SpanAttributes, parent?: Record<string, unknown>): OpenSpan;
  current(): TraceIds | undefined;
  /** `traceparent` of the current span. */
  headers(): Record<string, string>;
  shutdown(): Promise<void>;
}

let tracer: Tracer | undefined;
/** Sets what spans are sent to; undefined switches tracing off. */
export const sendSpansTo = (next: Tracer | undefined): void => {
  tracer = next;
};

/** True if spans are sent anywhere: set at the start, before the database is opened. */
export const isTracing = (): boolean => tracer !== undefined;

/** Opens a span; undefined without tracing. The caller ends it. */
export const openSpan: (...given: Parameters<Tracer['open']>) => OpenSpan | undefined = (...given) =>
  tracer?.open(...given);

/** True for work that belongs to a span: polls of queues belong to none, and would only be noise. */
export const isTraced = (): boolean => tracer?.current() !== undefined;

/** Runs work in a span of its own. */
export const inSpan = async <T>(
  name: string,
  sort: SpanSort,
  attributes: SpanAttributes,
  work: () => Promise<T>,
): Promise<T> => {
  const span = openSpan(name, sort, attributes);
  if (!span) return work();
  try {
    const result = await span.within(work);
    span.end();
    return result;
  } catch (failure) {
    span.end({}, failure);
    throw failure;
  }
};

/** The ids of the current span, for a line of the log. */
export const traceIds = (): TraceIds | Record<string, never> => tracer?.current() ?? {};

/** Headers by which a called service continues the trace. */
export const traceHeaders = (): Record<string, string> => tracer?.headers() ?? {};
