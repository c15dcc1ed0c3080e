import type { AnswerPatient } from '@konsil/contracts/requests';
import type { CaseRow } from '@konsil/server-domain/access/loaders';
import { codesToKeep } from '@konsil/server-domain/codes/catalogue';
import type { Work } from '@konsil/server-domain/kernel/work';
import { measurementsToSend } from '@konsil/server-domain/measurements/marked';
import type { ChosenAnswer, GivenAnswer } from './answer-patient.ts';
import { pinsToSend } from '../conversation/pins.ts';

/**
 * A written answer with all that is frozen when it is sent.
 * @throws {Problem} `invalid` for a measurement, place or code that cannot be sent
 */
export const answerToSend = async (
  work: Work,
  theCase: CaseRow,
  chosen: ChosenAnswer,
  body: Omit<AnswerPatient, 'draft'>,
): Promise<GivenAnswer> => {
  const measurements = await measurementsToSend(work, theCase, body.measurements);
  return {
    chosen,
    body,
    measurements,
    pins: await pinsToSend(work, theCase, body.pins ?? [], measurements),
    codes: await codesToKeep(work.tx, body.codes ?? []),
  };
};
