import type { ReactNode } from 'react';
import { rulesOf } from '@konsil/contracts/answer-options';
import { useWithdrawSendingMutation } from '@konsil/api/sendings';
import type { ProcessOverview, TimelineEntry } from '@konsil/contracts/cases';
import { fullName } from '@konsil/contracts/full-name';
import type { SendingKind } from '@konsil/contracts/sendings';
import { WithdrawButton } from '@konsil/common';
import { useCommon, useFormat, useTexts } from '@konsil/i18n';
import { useAuthorName } from '@konsil/i18n/people';
import {
  AddIcon,
  CheckIcon,
  CloseIcon,
  DateIcon,
  DocumentIcon,
  EditIcon,
  EpicrisisIcon,
  HandOverIcon,
  Letter,
  MailIcon,
  MessagesIcon,
  SeenIcon,
  SendIcon,
  TextLink,
  TimelineItem,
  TodosIcon,
  UndoIcon,
  UploadIcon,
  WaitIcon,
} from '@konsil/ui';
import { shortDoctorName } from './doctor-name.ts';
import { useFormTopics } from './form-topics.ts';
import { caseTexts } from './texts.ts';
import { answerOf, appointmentWith, requestOf } from './timeline-entry.ts';

const icons: Record<TimelineEntry['kind'], ReactNode> = {
  case_created: <AddIcon />,
  request_sent: <SendIcon />,
  answer_sent: <MailIcon />,
  todo_added: <TodosIcon />,
  todo_done: <CheckIcon />,
  todo_dropped: <CloseIcon />,
  message_sent: <MessagesIcon />,
  documents_added: <UploadIcon />,
  closed: <DocumentIcon />,
  reopened: <UndoIcon />,
  epicrisis_released: <EpicrisisIcon />,
  appointment_accepted: <DateIcon />,
  appointment_cancelled: <CloseIcon />,
  handed_over: <HandOverIcon />,
  consent_withdrawn: <CloseIcon />,
  shared_again: <UndoIcon />,
  forms_changed: <EditIcon />,
  answer_withdrawn: <UndoIcon />,
  message_withdrawn: <UndoIcon />,
  request_withdrawn: <UndoIcon />,
  doctor_away: <WaitIcon />,
  second_look_asked: <SeenIcon />,
  second_look_agreed: <CheckIcon />,
  second_look_refused: <CloseIcon />,
  second_look_answered: <SeenIcon />,
  second_look_ended: <CloseIcon />,
  deputy_asked: <SeenIcon />,
  deputy_agreed: <CheckIcon />,
  deputy_refused: <CloseIcon />,
  deputy_ended: <CloseIcon />,
  pool_put: <HandOverIcon />,
  pool_taken: <CheckIcon />,
  pool_left: <CloseIcon />,
};

/** The parts of a case that its entries refer to. */
export type TimelineCase = Pick<ProcessOverview, 'id' | 'patient' | 'requests' | 'answers' | 'timeline'> & {
  doctor: Pick<ProcessOverview['doctor'], 'name'>;
};

export interface TimelineEntriesProps {
  theCase: TimelineCase;
  entries: readonly TimelineEntry[];
  /** Message key prefix for answer options: as the doctor or as the patient reads them. */
  optionWords: 'answerOption' | 'answerOptionForPatient';
  /** Paths to what the timeline mentions; an entry without a path gets no link. */
  places: {
    answer?: (id: string) => string;
    messages?: string;
    todos?: string;
    documents?: string;
    forms?: string;
    epicrisis?: string;
    /** The path of the form that an entry came from; withdrawing it leads back there. */
    formOf?: (kind: SendingKind) => string;
  };
  /** An answer that the page shows in full: the timeline only links to it. */
  shownAnswer?: string | undefined;
  /** Formats a day. */
  dayWord: (at: string) => string;
  /** Formats the time of an appointment. */
  momentWord: (at: string) => string;
  /** The word for the reader, where they are not shown by name. */
  you?: string;
  /** Shortens user-written text for display. */
  wordsOf: (written: string) => string;
}

/** The events of a case, one `Timeline` item each; requests and answers as letters. */
export function TimelineEntries({
  theCase,
  entries,
  optionWords,
  places,
  shownAnswer,
  dayWord,
  momentWord,
  you,
  wordsOf,
}: TimelineEntriesProps) {
  const { t } = useTexts(caseTexts);
  const { t: common } = useCommon();
  const format = useFormat();
  const topicWord = useFormTopics();
  const authorName = useAuthorName();
  const [withdraw] = useWithdrawSendingMutation();
  const daysOf = ({ from, to }: { from: string; to: string }) => ({ from: format.day(from), to: format.day(to) });
  const quoted = (text: string) => t('timeline.quote', { text: wordsOf(text) });
  const whoOf = (by: TimelineEntry['by']) => {
    if (by.role === 'system') return t('timeline.portal');
    return (by.mine && you) || authorName(by, { patient: fullName(theCase.patient), short: shortDoctorName });
  };
  const titleOf = (entry: TimelineEntry) => {
    const answer = answerOf(theCase, entry);
    return answer ? common(`codes.${optionWords}.${answer.option}`) : t(`timeline.${entry.kind}`);
  };
  const withdrawalOf = ({ kind, ref_id: id, withdrawable }: TimelineEntry): ReactNode => {
    const sent = kind === 'answer_sent' ? 'answer' : kind === 'message_sent' ? 'message' : 'request';
    return (
      withdrawable &&
      id &&
      places.formOf && (
        <p data-print="hide">
          <WithdrawButton
            kind={sent}
            withdraw={() => withdraw({ id, caseId: theCase.id, patientId: theCase.patient.id }).unwrap()}
            formPath={places.formOf(sent)}
          />
        </p>
      )
    );
  };
  const contentOf = (entry: TimelineEntry): ReactNode => {
    const answer = answerOf(theCase, entry);
    if (answer) {
      const link = places.answer && (
        <TextLink standalone to={places.answer(answer.id)}>
          {t(rulesOf(answer.option).comesAs === 'question' ? 'timeline.readQuestion' : 'timeline.readAnswer')}
        </TextLink>
      );
      return (
        <>
          {answer.id === shownAnswer ? link && <p>{link}</p> : <Letter footer={link}>{quoted(answer.answer)}</Letter>}
          {answer.todo_id && (
            <p>
              {places.todos ? (
                <TextLink standalone to={places.todos}>
                  {t('timeline.withTodo')}
                </TextLink>
              ) : (
                t('timeline.withTodo')
              )}
            </p>
          )}
        </>
      );
    }
    const appointment = appointmentWith(theCase, entry);
    if (appointment) return <p>{momentWord(appointment)}</p>;
    const request = requestOf(theCase, entry);
    if (entry.kind === 'request_sent' || entry.kind === 'documents_added')
      return (
        <>
          {entry.count ? <p>{t('timeline.documents', { count: entry.count })}</p> : null}
          {request?.note && <Letter>{quoted(request.note)}</Letter>}
        </>
      );
    if (entry.topics) {
      const topics = format.list(entry.topics.map(topicWord));
      return (
        <p>
          {places.forms ? (
            <TextLink standalone to={places.forms}>
              {topics}
            </TextLink>
          ) : (
            topics
          )}
        </p>
      );
    }
    if (entry.kind === 'epicrisis_released' && places.epicrisis)
      return (
        <p>
          <TextLink standalone to={places.epicrisis}>
            {t('timeline.readSummary')}
          </TextLink>
        </p>
      );
    if (entry.away) return <p>{t('timeline.awayDays', daysOf(entry.away))}</p>;
    const place =
      entry.kind === 'message_sent' ? places.messages : entry.kind === 'todo_added' ? places.todos : undefined;
    const { title_code: code } = entry;
    const subject = code && code !== 'other' && code !== 'none' ? common(`codes.todoTitle.${code}`) : entry.subject;
    if (place)
      return (
        <p>
          <TextLink standalone to={place}>
            {subject ?? t(entry.kind === 'message_sent' ? 'timeline.readMessage' : 'timeline.seeTodo')}
          </TextLink>
        </p>
      );
    return subject && <p>{subject}</p>;
  };

  return entries.map((entry) => (
    <TimelineItem
      key={entry.id}
      voice={entry.by.role === 'patient' ? 'patient' : 'doctor'}
      icon={icons[entry.kind]}
      who={whoOf(entry.by)}
      when={dayWord(entry.at)}
      dateTime={entry.at}
      title={titleOf(entry)}
    >
      {contentOf(entry)}
      {withdrawalOf(entry)}
    </TimelineItem>
  ));
}
