import type { ProcessOverview } from '@konsil/contracts/cases';
import type { Deputy } from '@konsil/contracts/deputy-states';

/**
 * The deputyship by which the reader sees the case; undefined for its own doctor, who may have been a deputy in it
 * before.
 */
export const standingIn = ({ deputies }: Pick<ProcessOverview, 'deputies'>): Deputy | undefined =>
  deputies?.find(({ mine, state }) => mine && state === 'open');

/**
 * True for deputies and assistants of the case's doctor. The patient record and doctor-only actions are hidden from
 * them.
 */
export const isStandIn = (theCase: Pick<ProcessOverview, 'deputies' | 'assistants'>): boolean =>
  standingIn(theCase) !== undefined || isAssisting(theCase);
/** True for an assistant of the doctor, who sends no answer. */
export const isAssisting = ({ assistants }: Pick<ProcessOverview, 'assistants'>): boolean => assistants?.mine === true;

/** The name under which the reader answers. */
export const ownName = (theCase: Pick<ProcessOverview, 'deputies' | 'doctor'>): string =>
  standingIn(theCase)?.deputy.name ?? theCase.doctor.name;
