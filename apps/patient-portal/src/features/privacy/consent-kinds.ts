// @bundle route
import type { Consent } from '@konsil/contracts/privacy';

/** A time-limited consent to a colleague of the doctor; the doctor keeps the case. */
export const endsByItself = (kind: Consent['kind']): boolean => kind === 'second_look' || kind === 'deputy';
