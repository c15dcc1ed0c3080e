// @bundle route
import type { Consent } from '@konsil/contracts/privacy';

/** A consent to a colleague of the doctor, which ends by itself; the doctor keeps the case. */
export const endsByItself = (kind: Consent['kind']): boolean => kind === 'second_look' || kind === 'deputy';
