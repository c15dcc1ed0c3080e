import { useEffect, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { problemOf } from '@konsil/api/problem';
import { useAcceptAppointmentMutation, useReadAnswerMutation } from '@konsil/api/requests';
import { AcceptedAppointment, AnswerLetter, AppointmentChoice, LetterButton, stillProposed } from '@konsil/cases';
import { useAction } from '@konsil/common';
import { rulesOf } from '@konsil/contracts/answer-options';
import type { ProcessOverview } from '@konsil/contracts/cases';
import type { Answer } from '@konsil/contracts/requests';
import { problemText, useCommon, useTexts } from '@konsil/i18n';
import { Button, ButtonLink, later, MessagesIcon, PrintIcon, Row, Section, Stack, useSeen } from '@konsil/ui';
import { paths } from '../paths.ts';
import { AnswerSteps } from './AnswerSteps.tsx';
import { HandOver } from './HandOver.tsx';
import { doctorReadsMessages, recommendedBy, recommendsOther } from './place-of.ts';
import { casePageTexts } from './texts.ts';
import { WasItClear } from './WasItClear.tsx';

const PrintedAnswer = later(() => import('./PrintedAnswer.tsx').then((m) => m.PrintedAnswer));

const byNewest = (a: Answer, b: Answer) => b.answered_at.localeCompare(a.answered_at);

/** The doctor's answers as letters: the newest open, earlier ones on demand. */
export function CaseAnswers({ theCase }: { theCase: ProcessOverview }) {
  const { t } = useTexts(casePageTexts);
  const { hash } = useLocation();
  const [newest, ...earlier] = [...theCase.answers].sort(byNewest);
  const named = earlier.some(({ id }) => hash === `#answer-${id}`);
  const [opened, setOpened] = useState(false);
  const showEarlier = opened || named;

  // The letter renders after loading, too late for the browser's own scrolling to the anchor.
  useEffect(() => {
    const letter = hash.startsWith('#answer-') ? document.getElementById(hash.slice(1)) : null;
    letter?.scrollIntoView({ block: 'start' });
    letter?.focus({ preventScroll: true });
  }, [hash]);

  if (!newest) return null;
  return (
    <Section title={t('page.answers')}>
      <Stack gap={4}>
        <OneAnswer answer={newest} theCase={theCase} newest />
        {showEarlier &&
          earlier.map((answer) => <OneAnswer key={answer.id} answer={answer} theCase={theCase} newest={false} />)}
        {earlier.length > 0 && !showEarlier && (
          <Row>
            <Button variant="secondary" onClick={() => setOpened(true)}>
              {t('page.answersBefore')}
            </Button>
          </Row>
        )}
      </Stack>
    </Section>
  );
}

function OneAnswer({ answer, theCase, newest }: { answer: Answer; theCase: ProcessOverview; newest: boolean }) {
  const { t } = useTexts(casePageTexts);
  const { t: common } = useCommon();
  const act = useAction();
  const [markRead] = useReadAnswerMutation();
  const [accept, accepting] = useAcceptAppointmentMutation();
  const sheet = useSeen<HTMLDivElement>(
    answer.read_at === null,
    () => void markRead({ id: answer.id, caseId: theCase.id }),
  );
  const [printing, setPrinting] = useState(0);
  const { appointment } = answer;
  // After a hand-over, messages go to another doctor than the author of this answer.
  const mayReply =
    newest && doctorReadsMessages(theCase) && (answer.answered_for ?? answer.answered_by) === theCase.doctor.name;

  const steps = <AnswerSteps answer={answer} theCase={theCase} />;
  // Where the doctor waits for the patient, the reply is the next step.
  const asksIfClear = mayReply && rulesOf(answer.option).leaves === 'answered';

  const acceptTime = (startsAt: string) => {
    // A patient who accepts a time has read the answer, even if it was not in view for long.
    if (answer.read_at === null) void markRead({ id: answer.id, caseId: theCase.id });
    return act(accept({ id: answer.id, caseId: theCase.id, starts_at: startsAt }).unwrap(), {
      text: t('page.accepted'),
    });
  };
  const times = appointment?.accepted ? (
    <AcceptedAppointment answer={answer} theCase={theCase} reader="patient" />
  ) : (
    appointment &&
    newest && (
      <AppointmentChoice
        appointment={appointment}
        holds={stillProposed(answer, theCase)}
        accept={acceptTime}
        busy={accepting.isLoading}
        failed={accepting.error && problemText(common, problemOf(accepting.error))}
      />
    )
  );
  return (
    <div ref={sheet}>
      <AnswerLetter
        answer={answer}
        headingLevel={3}
        // A person who acts for the patient is not greeted by the patient's name.
        patient={theCase.acting ? undefined : theCase.patient}
        explained
        documentPath={(documentId) => paths.document(theCase.id, documentId)}
        steps={steps}
        appointment={times || undefined}
        afterRecommendation={
          newest &&
          !theCase.acting &&
          recommendsOther(answer, theCase) && (
            <Row>
              <HandOver theCase={theCase} doctor={recommendedBy(answer)} />
            </Row>
          )
        }
        actions={
          <>
            {asksIfClear && <WasItClear answer={answer} theCase={theCase} />}
            <Row data-print="hide">
              {mayReply && !asksIfClear && (
                <ButtonLink variant="secondary" to={paths.replyTo(theCase.id, answer.id)} icon={<MessagesIcon />}>
                  {t('page.reply')}
                </ButtonLink>
              )}
              <LetterButton answer={answer} />
              <Button variant="quiet" icon={<PrintIcon />} onClick={() => setPrinting((times) => times + 1)}>
                {t('page.print')}
              </Button>
            </Row>
          </>
        }
      />
      {printing > 0 && (
        <PrintedAnswer
          key={printing}
          answer={answer}
          theCase={theCase}
          steps={steps}
          onPrinted={() => setPrinting(0)}
        />
      )}
    </div>
  );
}
