import { sendSpansTo } from './tracing.ts';

export interface TracingSettings {
  OTEL_EXPORTER_OTLP_ENDPOINT?: string | undefined;
  OTEL_SDK_DISABLED?: boolean | undefined;
}

/**
 * Loads OpenTelemetry, if spans have a receiver; its packages take time to load and are not needed otherwise.
 * @param version the release, as spans tell it
 * @returns sends the last spans and ends
 */
export const startTracing = async (
  { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_SDK_DISABLED: off }: TracingSettings,
  version: string,
): Promise<() => Promise<void>> => {
  if (!endpoint || off) return async () => undefined;
  const { startOtel } = await import('./otel.ts');
  const tracer = startOtel({ endpoint, version });
  sendSpansTo(tracer);
  return () => tracer.shutdown();
};
