import { useState } from 'react';
import type { ReactNode } from 'react';
import { listOf } from '@konsil/lists/lists';
import { useListCaseTodosInfiniteQuery } from '@konsil/api/todos';
import {
  CaseTurnPill,
  hasDeadline,
  isToRead,
  NextStepCard,
  patientNextStep,
  patientTurn,
  shortDoctorName,
  useAppointmentOf,
  useCancellation,
} from '@konsil/cases';
import type { NextStep } from '@konsil/cases';
import type { ProcessOverview } from '@konsil/contracts/cases';
import type { Answer } from '@konsil/contracts/requests';
import { practiceToday, useCommon, useFormat, useTexts } from '@konsil/i18n';
import { useTodoWords } from '@konsil/todos';
import {
  Button,
  ButtonLink,
  Card,
  CheckList,
  MessagesIcon,
  Row,
  Section,
  Stack,
  UndoIcon,
  UploadIcon,
} from '@konsil/ui';
import { paths } from '../paths.ts';
import { OwnersTurn } from './Acting.tsx';
import { isOwners } from './acting.ts';
import { useCaseActions } from './case-actions.ts';
import { HandOver } from './HandOver.tsx';
import { lastAnswerOf, placeOf } from './place-of.ts';
import { casePageTexts } from './texts.ts';
import { useAnswerNotification } from './use-answer-told.tsx';

/** The ToDos assigned to the patient in a case. */
export const useOwnTodos = (caseId: string) => listOf(useListCaseTodosInfiniteQuery({ caseId, assignee: 'patient' }));

/** The state of a case: the patient's next step or the expected answer day, and the current appointment. */
export function CaseStanding({ theCase: now }: { theCase: ProcessOverview }) {
  const theCase = useUnreadAsOpened(now);
  const step = patientNextStep(theCase);
  const agreed = useAppointmentOf(theCase);
  const { left } = theCase.doctor;
  const isAll = !step && !left && Boolean(agreed && (theCase.status === 'answered' || agreed.appointment?.cancelled));
  // There the step is to send new documents, which does not change the state of the case.
  const besides = theCase.status === 'closed' || (theCase.status === 'with_doctor' && !left);
  return (
    <>
      {step &&
        (theCase.acting && isOwners(theCase, step) ? (
          <OwnersTurn owner={theCase.acting.owner} step={step} />
        ) : (
          <YourTurn theCase={theCase} step={step} />
        ))}
      {!isAll && (!step || besides) && <NotYourTurn theCase={theCase} />}
      {agreed && <Appointment key={agreed.id} answer={agreed} theCase={theCase} isAll={isAll} />}
    </>
  );
}

/**
 * The case with the answer's unread state frozen since the page opened: marking it read would change the card above the
 * letter and shift the letter.
 */
const useUnreadAsOpened = (theCase: ProcessOverview): ProcessOverview => {
  const { last_answer: answer, status } = theCase;
  const [unread] = useState(() => answer?.read_at === null && { id: answer.id, status });
  // Where the answer asks for something, that step appears as soon as it is read.
  return answer && unread && status === 'answered' && unread.id === answer.id && unread.status === status
    ? { ...theCase, last_answer: { ...answer, read_at: null } }
    : theCase;
};

/** Says if the doctor has opened the case and how the patient is notified of the answer, or that it is late. */
const useWaiting = (theCase: ProcessOverview): ReactNode => {
  const { t } = useTexts(casePageTexts);
  const format = useFormat();
  const due = theCase.answer_due_on;
  const told = useAnswerNotification(due);
  const doctor = shortDoctorName(theCase.doctor.name);
  const late = patientTurn(theCase, practiceToday()).key === 'answerLate';
  if (!due) return null;
  const { away: days } = theCase.doctor;
  const away = days && { from: format.day(days.from), to: format.day(days.to) };
  const opened = theCase.opened_at && t('page.opened', { doctor, day: format.dayLong(theCase.opened_at) });
  const reminded = theCase.answer_reminded_on;
  return (
    <>
      {opened ?? t('page.notOpened', { doctor })} {away && t('page.away', { doctor, ...away })}{' '}
      {late
        ? reminded
          ? t('page.reminded', { doctor, day: format.dayLong(due), reminded: format.dayLong(reminded) })
          : t('page.waitingLate', { day: format.dayLong(due) })
        : told}
    </>
  );
};

function YourTurn({ theCase, step }: { theCase: ProcessOverview; step: NextStep }) {
  const { t } = useTexts(casePageTexts);
  const { t: common } = useCommon();
  const words = useTodoWords();
  const todos = useOwnTodos(theCase.id).items.filter(({ dropped }) => !dropped);
  const open = todos.filter(({ completed_at }) => completed_at === null);
  const [first, ...others] = open;
  const alone = others.length === 0 ? first : undefined;
  const only = step.key === 'uploadMore' ? alone : undefined;
  // The ToDo's title and due date on the card are not repeated beside it.
  const beside =
    isToRead(step) || !first
      ? []
      : todos.slice(0, 5).flatMap((todo) => {
          const [title, content] = [words.title(todo), words.content(todo)];
          const said = todo === alone && hasDeadline(theCase, step);
          const line =
            todo === only
              ? { label: content }
              : { label: title, detail: todo.completed_at || !content ? !said && words.when(todo) : content };
          return line.label ? [{ ...line, key: todo.id, done: todo.completed_at !== null }] : [];
        });
  return (
    <NextStepCard
      theCase={theCase}
      step={step}
      path={placeOf(theCase, step)}
      title={only && words.title(only)}
      instead={
        step.key === 'uploadMore' && (
          <ButtonLink variant="quiet" to={paths.withoutDocuments(theCase.id)}>
            {t('page.notMine')}
          </ButtonLink>
        )
      }
      action={step.place === 'case' && <HandOver theCase={theCase} variant="primary" />}
      aside={
        beside.length > 0 && (
          <CheckList words={{ done: common('words.done'), open: common('words.notDone') }} items={beside} />
        )
      }
    />
  );
}

function NotYourTurn({ theCase }: { theCase: ProcessOverview }) {
  const { t } = useTexts(casePageTexts);
  const format = useFormat();
  const { reopen } = useCaseActions(theCase);
  const { acting, id, status, shared } = theCase;
  const doctor = shortDoctorName(theCase.doctor.name);
  const owner = acting?.owner ?? '';
  const turn = patientTurn(theCase, practiceToday());
  const waiting = useWaiting(theCase);
  const held = shared && lastAnswerOf(theCase)?.appointment?.accepted;

  const words: Partial<Record<typeof status, { title: string; text: ReactNode; action: ReactNode }>> = {
    with_doctor: {
      title: t('page.waiting', { doctor }),
      text: waiting,
      action: (
        <ButtonLink variant="secondary" to={paths.newMessage(id)} icon={<MessagesIcon />}>
          {t('page.askAgain')}
        </ButtonLink>
      ),
    },
    answered:
      theCase.doctor.left && shared
        ? {
            title: t('page.doneTitle'),
            text: acting ? t('acting.left', { doctor, owner }) : t('page.leftText', { doctor }),
            action: !acting && <HandOver theCase={theCase} />,
          }
        : {
            title: held ? t('page.appointmentOver', { moment: format.placeMoment(held) }) : t('page.doneTitle'),
            text: acting
              ? t(held ? 'acting.appointmentOver' : 'acting.answered', { doctor, owner })
              : held
                ? t('page.appointmentOverText', { doctor })
                : t('page.doneText'),
            action: (
              <ButtonLink variant="secondary" to={paths.upload(id)} icon={<UploadIcon />}>
                {t('page.addDocuments')}
              </ButtonLink>
            ),
          },
    closed: {
      title: t('page.closedTitle'),
      text: acting ? t('acting.closed', { owner }) : t('page.closedText'),
      action: !acting && (
        <Button variant="secondary" icon={<UndoIcon />} onClick={() => void reopen()}>
          {t('page.reopen')}
        </Button>
      ),
    },
  };
  // After the consent was withdrawn nobody has the case.
  const said = status === 'with_doctor' && !shared ? undefined : words[status];
  if (!said)
    return (
      <Row>
        <CaseTurnPill turn={turn} />
      </Row>
    );
  return (
    <Card>
      <Section title={said.title}>
        <Stack gap={4}>
          {status !== 'closed' && (
            <Row>
              <CaseTurnPill turn={turn} />
            </Row>
          )}
          <p>{said.text}</p>
          {said.action && <Row>{said.action}</Row>}
        </Stack>
      </Section>
    </Card>
  );
}

/** The upcoming or cancelled appointment. `isAll`: it is the only part that shows whose turn it is. */
function Appointment({ answer, theCase, isAll }: { answer: Answer; theCase: ProcessOverview; isAll: boolean }) {
  const { t } = useTexts(casePageTexts);
  const format = useFormat();
  const { said, button } = useCancellation({ answer, theCase, reader: 'patient' }, isAll ? 'quiet' : 'secondary');
  const waiting = useWaiting(theCase);
  const { accepted, cancelled, place } = answer.appointment ?? {};
  if (!accepted) return null;
  const write = isAll && theCase.shared && (
    <ButtonLink variant="secondary" to={paths.newMessage(theCase.id)} icon={<MessagesIcon />}>
      {t('page.askAgain')}
    </ButtonLink>
  );
  return (
    <Card>
      <Section title={t(cancelled ? 'page.cancelled' : 'page.appointment', { moment: format.placeMoment(accepted) })}>
        <Stack gap={4}>
          {isAll && (
            <Row>
              <CaseTurnPill turn={patientTurn(theCase, practiceToday())} />
            </Row>
          )}
          {said}
          {cancelled
            ? !theCase.doctor.left && (
                <p>
                  {t('page.cancelledText', { doctor: shortDoctorName(theCase.doctor.name) })} {isAll && waiting}
                </p>
              )
            : place && <p>{place}</p>}
          {(write || button) && (
            <Row>
              {write}
              {button}
            </Row>
          )}
        </Stack>
      </Section>
    </Card>
  );
}
