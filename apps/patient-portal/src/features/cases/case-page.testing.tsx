import type { ProcessOverview } from '@konsil/contracts/cases';
import type { Answer } from '@konsil/contracts/requests';
import { anAccount, aPage, aPatient, aProcessOverview, fakeApi, renderWithProviders } from '@konsil/testing';
import { CasePage } from './CasePage.tsx';

/** Renders the page of a case with a fake API. */
export const openCasePage = async (theCase: ProcessOverview, answers: Parameters<typeof fakeApi>[0] = {}) => {
  const api = fakeApi({
    getCase: theCase,
    listCaseTodos: aPage([]),
    getAccount: anAccount({ own_patient: aPatient({ id: theCase.patient.id }) }),
    ...answers,
  });
  return {
    api,
    ...(await renderWithProviders(<CasePage />, {
      route: `/patient/process/${theCase.id}`,
      path: '/patient/process/:caseId',
    })),
  };
};

/** A case with this newest answer. */
export const answeredWith = (answer: Answer, changes: Partial<ProcessOverview> = {}) =>
  aProcessOverview({
    status: 'answered',
    turn: 'none',
    answers: [answer],
    last_answer: { id: answer.id, option: answer.option, answered_at: answer.answered_at, read_at: answer.read_at },
    ...changes,
  });
