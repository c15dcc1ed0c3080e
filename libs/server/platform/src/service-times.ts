import type { TextChannel } from '@konsil/contracts/channels';
import { inSpan } from './tracing/tracing.ts';

/** External services that requests wait for. */
export type Service = 'archive' | 'scanner' | 'smtp' | 's3' | TextChannel;
/** `refused`: the service refuses this message permanently, which is no fault of the service. */
export type ServiceOutcome = 'ok' | 'failed' | 'refused';
export interface ServiceSample {
  service: Service;
  outcome: ServiceOutcome;
  seconds: number;
}

let hear: (sample: ServiceSample) => void = () => undefined;

/** Sets the listener for each measurement: the server's metrics, or in a worker the message to it. */
export const onServiceSample = (listener: (sample: ServiceSample) => void): void => {
  hear = listener;
};

/** Passes on a measurement from another thread. */
export const recordServiceSample = (sample: ServiceSample): void => hear(sample);

/**
 * Measures one call of a service.
 * @param outcomeOf classifies a failure of the service
 */
export const measureCall = async <T>(
  service: Service,
  work: () => Promise<T>,
  outcomeOf: (failure: unknown) => ServiceOutcome = () => 'failed',
): Promise<T> => {
  const begun = performance.now();
  const note = (outcome: ServiceOutcome) => hear({ service, outcome, seconds: (performance.now() - begun) / 1000 });
  try {
    const result = await inSpan(service, 'client', { 'peer.service': service }, work);
    note('ok');
    return result;
  } catch (failure) {
    note(outcomeOf(failure));
    throw failure;
  }
};
