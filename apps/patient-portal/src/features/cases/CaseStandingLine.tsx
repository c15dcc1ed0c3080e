import { CaseTurnPill, NextStepLink, patientNextStep, patientTurn } from '@konsil/cases';
import type { NextStep } from '@konsil/cases';
import type { ProcessOverview } from '@konsil/contracts/cases';
import { practiceToday } from '@konsil/i18n';
import { Row } from '@konsil/ui';
import { isOwners } from './acting.ts';
import { placeOf } from './place-of.ts';

export type CaseTab = 'overview' | 'documents' | 'images' | 'todos' | 'messages';

/** The tabs that have the button for a step themselves. */
const offeredOn: Partial<Record<NextStep['key'], CaseTab[]>> = {
  uploadFirst: ['documents', 'images'],
  describe: ['documents', 'images'],
  uploadMore: ['documents', 'images'],
  sendFirst: ['documents', 'images'],
  sendMore: ['documents', 'images'],
  answerQuestion: ['messages'],
  newAppointment: ['messages'],
  doTodos: ['todos'],
};

/** The state of a case and a link to the next step in one line, for its other tabs. */
export function CaseStandingLine({ theCase, tab }: { theCase: ProcessOverview; tab: CaseTab }) {
  const next = patientNextStep(theCase);
  const step = next && isOwners(theCase, next) ? null : next;
  const turn = patientTurn(theCase, practiceToday());
  return (
    <Row as="span" gap={2}>
      <CaseTurnPill turn={step && turn.tone === 'you' ? { tone: 'you', key: 'yours' } : turn} />
      {step && !offeredOn[step.key]?.includes(tab) && (
        <NextStepLink theCase={theCase} step={step} path={placeOf(theCase, step)} />
      )}
    </Row>
  );
}
