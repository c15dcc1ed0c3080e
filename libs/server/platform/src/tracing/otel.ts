import {
  context,
  propagation,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace,
  type Context,
  type Span,
} from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { W3CTraceContextPropagator } from '@opentelemetry/core';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { BasicTracerProvider, BatchSpanProcessor } from '@opentelemetry/sdk-trace-base';
import { resourceOf, signalUrl } from './otel-resource.ts';
import type { OpenSpan, SpanAttributes, SpanSort, TraceIds, Tracer } from './tracing.ts';

const kinds = {
  server: SpanKind.SERVER,
  client: SpanKind.CLIENT,
  internal: SpanKind.INTERNAL,
  producer: SpanKind.PRODUCER,
} satisfies Record<SpanSort, SpanKind>;

const idsOf = (span: Span): TraceIds => {
  const { traceId, spanId } = span.spanContext();
  return { trace_id: traceId, span_id: spanId };
};

export interface OtelSettings {
  /** The collector's URL, such as http://collector:4318; spans go to /v1/traces below it. */
  endpoint: string;
  version: string;
}

/**
 * Sends spans by OTLP over HTTP. Headers, time limits, batches and the sampler come from the standard OTEL_* settings;
 * name and attributes of the service, too.
 */
export const startOtel = ({ endpoint, version }: OtelSettings): Tracer => {
  const provider = new BasicTracerProvider({
    resource: resourceOf(version),
    spanProcessors: [new BatchSpanProcessor(new OTLPTraceExporter({ url: signalUrl(endpoint, 'traces') }))],
  });
  const manager = new AsyncLocalStorageContextManager().enable();
  context.setGlobalContextManager(manager);
  const tracer = provider.getTracer('konsil', version);
  const propagator = new W3CTraceContextPropagator();
  const carrier = {
    get: (headers: Record<string, unknown>, key: string) => {
      const value = headers[key];
      return typeof value === 'string' ? value : undefined;
    },
    keys: (headers: Record<string, unknown>) => Object.keys(headers),
  };

  const opened = (span: Span, inside: Context): OpenSpan => ({
    within: (work) => context.with(inside, work),
    ids: idsOf(span),
    end: (more: SpanAttributes = {}, failure?: unknown) => {
      span.setAttributes(more);
      // The kind only: a message may name what somebody entered.
      if (failure !== undefined) {
        span.setAttribute('error.type', failure instanceof Error ? failure.name : 'failed');
        span.setStatus({ code: SpanStatusCode.ERROR });
      }
      span.end();
    },
  });
  return {
    open: (name, sort, attributes, parent) => {
      const from = parent ? propagator.extract(ROOT_CONTEXT, parent, carrier) : context.active();
      const span = tracer.startSpan(name, { kind: kinds[sort], attributes }, from);
      return opened(span, trace.setSpan(from, span));
    },
    current: () => {
      const span = trace.getActiveSpan();
      return span && idsOf(span);
    },
    headers: () => {
      const headers: Record<string, string> = {};
      propagator.inject(context.active(), headers, { set: (to, key, value) => void (to[key] = value) });
      return headers;
    },
    shutdown: async () => {
      await provider.shutdown();
      context.disable();
      propagation.disable();
    },
  };
};
