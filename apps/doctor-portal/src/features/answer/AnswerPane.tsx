import { useTakeBackCaseMutation } from '@konsil/api/cases';
import { useDraft } from '@konsil/drafts/drafts';
import { useListSendingsQuery } from '@konsil/api/sendings';
import { appointmentOf, cancelledBy, shortDoctorName, useFormTopics } from '@konsil/cases';
import { WaitingForDraft } from '@konsil/common';
import type { ProcessOverview, QueuedCase } from '@konsil/contracts/cases';
import { fullName } from '@konsil/contracts/full-name';
import { useFormat, useTexts } from '@konsil/i18n';
import { useAuthorName } from '@konsil/i18n/people';
import { Alert, Button, Stack, TextLink, useToast } from '@konsil/ui';
import { useDeferredValue, type ReactNode } from 'react';
import { useNavigate } from 'react-router-dom';
import { ownName } from '../case-parts/standing-in';
import { paths } from '../paths';
import type { AnswerForm } from './answer-form';
import { AnswerFormView } from './AnswerFormView';
import { openAnswer } from './open-answer';
import { answerTexts } from './texts';
import { startWriting } from '../shortcuts/writing';

/** Lets the doctor answer without waiting for the patient, or after an accepted appointment. */
function TakeBack({ theCase, title, children }: { theCase: ProcessOverview; title: string; children: ReactNode }) {
  const { t } = useTexts(answerTexts);
  const toast = useToast();
  const navigate = useNavigate();
  const [takeBack, { isLoading }] = useTakeBackCaseMutation();
  const { id, version } = theCase;
  const take = () =>
    takeBack({ id, version })
      .unwrap()
      .then(
        () => navigate(paths.answer(theCase), startWriting),
        () => toast({ tone: 'danger', text: t('takeBackFailed') }),
      );
  return (
    <Alert
      title={title}
      action={
        <Button variant="secondary" busy={isLoading} onClick={() => void take()}>
          {t('takeBack')}
        </Button>
      }
    >
      {children}
    </Alert>
  );
}

/** The upcoming appointment while the doctor answers, or its cancellation, which returned the case. */
function AppointmentNote({ theCase }: { theCase: ProcessOverview }) {
  const { t } = useTexts(answerTexts);
  const format = useFormat();
  const authorName = useAuthorName();
  const agreed = appointmentOf(theCase);
  const { accepted, cancelled, place } = agreed?.appointment ?? {};
  if (!agreed || !accepted) return null;
  const by = cancelledBy(theCase, agreed);
  if (!cancelled) return <Alert title={t('agreed', { moment: format.placeMoment(accepted) })}>{place}</Alert>;
  return (
    <Alert title={t('cancelled', { moment: format.placeMoment(accepted) })}>
      {t(({ doctor: 'cancelledByYou', patient: 'cancelledBy', system: 'cancelledByPortal' } as const)[cancelled.by], {
        name: by ? authorName(by, { patient: fullName(theCase.patient) }) : theCase.account_name,
        day: format.dayLong(cancelled.at),
      })}
    </Alert>
  );
}

/** The last answer, if it is by the other of doctor and deputy, so that neither answers twice unnoticed. */
function OtherAnswerNote({ theCase }: { theCase: ProcessOverview }) {
  const { t } = useTexts(answerTexts);
  const format = useFormat();
  const last = theCase.answers.find(({ id }) => id === theCase.last_answer?.id);
  const isAmongUs = (theCase.deputies ?? []).length > 0 || last?.answered_for !== undefined;
  if (!last || !isAmongUs || last.answered_by === ownName(theCase)) return null;
  return (
    <Alert
      title={t('otherAnswered', { doctor: shortDoctorName(last.answered_by), day: format.dayLong(last.answered_at) })}
      action={
        <TextLink standalone to={paths.givenAnswer(theCase, last.id)}>
          {t('otherAnsweredRead')}
        </TextLink>
      }
    />
  );
}

/** Reports changes of the forms since the doctor last knew them. */
function ChangedNote({ theCase }: { theCase: ProcessOverview }) {
  const { t } = useTexts(answerTexts);
  const format = useFormat();
  const topicWord = useFormTopics();
  if (theCase.changed_forms.length === 0) return null;
  const topics = format.list(theCase.changed_forms.map(({ topic }) => topicWord(topic)));
  return (
    <Alert
      title={t('changed', { topics })}
      action={
        <TextLink standalone to={`${paths.case(theCase)}/anamnesis`}>
          {t('changedRead')}
        </TextLink>
      }
    />
  );
}

interface AnswerPaneProps {
  theCase: ProcessOverview;
  onSent: (next?: QueuedCase) => void;
}

/** The answer form, while the case waits for the doctor. */
export function AnswerPane({ theCase, onSent }: AnswerPaneProps) {
  const { t } = useTexts(answerTexts);
  const format = useFormat();
  const draft = useDraft<AnswerForm>(`answer:${theCase.id}`);
  // Renders the long form with low priority, because the document beside it loads at the same time; the form it
  // replaces disappears at once.
  const isReading = draft.status === 'loading';
  const isLoading = useDeferredValue(isReading) || isReading;

  const { data: sendings = [] } = useListSendingsQuery();
  const held = sendings.some(({ kind, case_id, failed }) => kind === 'answer' && case_id === theCase.id && !failed);

  const day = theCase.last_answer?.answered_at;
  if (theCase.status === 'with_patient')
    return (
      <TakeBack theCase={theCase} title={t('waitsForPatient', { name: theCase.account_name })}>
        {day && t('waitsForPatientText', { day: format.dayLong(day) })}
      </TakeBack>
    );
  const agreed = theCase.answers.find(({ id }) => id === theCase.last_answer?.id)?.appointment?.accepted;
  if (theCase.status === 'answered' && agreed)
    return (
      <TakeBack theCase={theCase} title={t('agreed', { moment: format.placeMoment(agreed) })}>
        {t('agreedText')}
      </TakeBack>
    );
  if (theCase.status !== 'with_doctor') {
    return <Alert title={t('notYourTurn')}>{day && t('notYourTurnText', { day: format.dayLong(day) })}</Alert>;
  }
  if (held) return <Alert title={t('held')}>{t('heldText')}</Alert>;
  if (isLoading) return <WaitingForDraft rows={5} />;
  return (
    <Stack>
      <OtherAnswerNote theCase={theCase} />
      <AppointmentNote theCase={theCase} />
      <ChangedNote theCase={theCase} />
      <AnswerFormView theCase={theCase} values={openAnswer(theCase, draft.restored)} draft={draft} onSent={onSent} />
    </Stack>
  );
}
