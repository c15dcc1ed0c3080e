import { SeverityNumber } from '@opentelemetry/api-logs';
import { ExportResultCode } from '@opentelemetry/core';
import { OTLPLogExporter } from '@opentelemetry/exporter-logs-otlp-http';
import { LoggerProvider, type LogRecordProcessor, type ReadableLogRecord } from '@opentelemetry/sdk-logs';
import type { SecurityEvent } from './security-events.ts';
import { resourceOf, signalUrl } from '../tracing/otel-resource.ts';

const severities = {
  success: { severityNumber: SeverityNumber.INFO, severityText: 'INFO' },
  refused: { severityNumber: SeverityNumber.WARN, severityText: 'WARN' },
} as const;

/** Holds records until the caller exports them and learns whether they arrived; batching processors lose that. */
class Held implements LogRecordProcessor {
  private records: ReadableLogRecord[] = [];
  onEmit = (record: ReadableLogRecord): void => void this.records.push(record);
  take = (): ReadableLogRecord[] => this.records.splice(0);
  forceFlush = () => Promise.resolve();
  shutdown = () => Promise.resolve();
}

/**
 * Sends security events as log records by OTLP over HTTP; headers and time limits come from the standard OTEL_* settings.
 * @throws the failure of the collector: it has none of them, or part of them
 */
export const exportEvents = async (
  { endpoint, version }: { endpoint: string; version: string },
  events: readonly SecurityEvent[],
): Promise<void> => {
  const held = new Held();
  const exporter = new OTLPLogExporter({ url: signalUrl(endpoint, 'logs') });
  const provider = new LoggerProvider({ resource: resourceOf(version), processors: [held] });
  const logger = provider.getLogger('konsil.security', version);
  try {
    for (const event of events)
      logger.emit({
        timestamp: new Date(event.at),
        eventName: `konsil.${event.event}`,
        ...severities[event.outcome],
        body: JSON.stringify(event),
        attributes: { 'konsil.schema': event.schema, 'konsil.outcome': event.outcome },
      });
    await new Promise<void>((resolve, reject) =>
      exporter.export(held.take(), ({ code, error }) =>
        code === ExportResultCode.SUCCESS ? resolve() : reject(error ?? new Error('The collector took no logs.')),
      ),
    );
  } finally {
    await exporter.shutdown();
    await provider.shutdown();
  }
};
