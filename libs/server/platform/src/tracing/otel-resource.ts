import { hostname } from 'node:os';
import { defaultResource, detectResources, envDetector, resourceFromAttributes } from '@opentelemetry/resources';

/** The process that spans and logs come from; `OTEL_SERVICE_NAME` and `OTEL_RESOURCE_ATTRIBUTES` win. */
export const resourceOf = (version: string) =>
  defaultResource()
    .merge(
      resourceFromAttributes({
        'service.name': 'konsil',
        'service.version': version,
        'service.instance.id': `${hostname()}:${process.pid}`,
        'host.name': hostname(),
      }),
    )
    .merge(detectResources({ detectors: [envDetector] }));

/** The address of a signal below that of the collector, such as http://collector:4318. */
export const signalUrl = (endpoint: string, signal: 'traces' | 'logs'): string =>
  `${endpoint.replace(/\/+$/, '')}/v1/${signal}`;
