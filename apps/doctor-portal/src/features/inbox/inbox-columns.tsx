import { CaseTurnPill, doctorTurn } from '@konsil/cases';
import type { CaseSummary } from '@konsil/contracts/cases';
import { practiceToday, useCommon, useFormat, useLocale, useTexts } from '@konsil/i18n';
import {
  Badge,
  CasesIcon,
  ClinicIcon,
  DocumentIcon,
  EditIcon,
  EpicrisisIcon,
  HelpIcon,
  ImagingIcon,
  MessagesIcon,
  PersonIcon,
  PriorityMark,
  SnoozeIcon,
  useDesk,
  VisuallyHidden,
  type Column,
} from '@konsil/ui';
import type { ReactNode } from 'react';
import { urgencyOf, useDueWords } from './due-words';
import { BirthDate, CaseName, Dot, DueDate, Facts, Mark, RequestNote, State, PersonCell } from './inbox-parts';
import type { View } from './inbox-views';
import { inboxTexts } from './texts';
import { formatWaitingTime } from './waiting';

/** The columns of the inbox: patient, case, waiting time, new documents; or what it waits for, or the result. */
export function useInboxColumns(
  view: View,
  {
    marked,
    onMark,
    menuOf,
  }: { marked: ReadonlySet<string>; onMark: (id: string) => void; menuOf: (theCase: CaseSummary) => ReactNode },
): Column<CaseSummary>[] {
  const { t } = useTexts(inboxTexts);
  const { t: common } = useCommon();
  const format = useFormat();
  const locale = useLocale();
  const dueWords = useDueWords();
  const desk = useDesk();
  const today = practiceToday();

  const since = (key: string, start: (theCase: CaseSummary) => string | null | undefined): Column<CaseSummary> => ({
    key,
    header: t('card.waiting'),
    headerSpoken: t('columns.waiting'),
    width: 'span',
    align: 'end',
    card: { before: t('card.waiting') },
    cell: (theCase) => {
      const from = start(theCase);
      return from && formatWaitingTime(from, locale);
    },
  });
  const priority: Column<CaseSummary> = {
    key: 'priority',
    header: t('columns.priority'),
    width: 'mark',
    // A card has no header that would explain the dash.
    cell: ({ priority: level }) =>
      (desk || level !== 'undefined') && (
        <PriorityMark inColumn level={level} label={common(`codes.priority.${level}`)} />
      ),
  };
  const mark: Column<CaseSummary> = {
    key: 'mark',
    header: '',
    headerSpoken: t('triage.mark'),
    width: 'box',
    cell: ({ id, patient, case_name }) =>
      // On a phone, checkboxes appear once a case is marked.
      (desk || marked.size > 0) && (
        <Mark>
          <input
            type="checkbox"
            // The list is one stop of the Tab key; X marks in it.
            tabIndex={desk ? -1 : undefined}
            aria-label={t('triage.markCase', { name: `${patient.last_name}, ${patient.first_name}`, case: case_name })}
            checked={marked.has(id)}
            onChange={() => onMark(id)}
          />
        </Mark>
      ),
  };
  const menu: Column<CaseSummary> = {
    key: 'menu',
    header: '',
    headerSpoken: t('triage.more'),
    width: 'box',
    align: 'end',
    cell: (theCase) => menuOf(theCase),
  };
  const stateOf = ({ triage }: CaseSummary) => {
    if (!triage) return null;
    const came = triage.snoozed_until && triage.snoozed_until <= today;
    if (triage.pool)
      return (
        <State>
          <ClinicIcon /> {t('state.pool')}
        </State>
      );
    if (triage.draft)
      return (
        <State data-state="draft">
          <EditIcon /> {t('state.draft')}
        </State>
      );
    if (triage.summary)
      return (
        <State data-state="draft">
          <EpicrisisIcon /> {t('state.summary')}
        </State>
      );
    if (triage.prepared)
      return (
        <State data-state="draft">
          <PersonIcon /> {t('state.prepared')}
        </State>
      );
    if (triage.unopened) return <State data-state="unopened">{t('state.unopened')}</State>;
    return came ? (
      <State>
        <SnoozeIcon /> {t('state.back')}
      </State>
    ) : null;
  };
  const fact = (icon: ReactNode, count: number, words: string) =>
    count > 0 && (
      <span title={words}>
        {icon}
        <span aria-hidden="true">{count}</span>
        <VisuallyHidden>{words}</VisuallyHidden>
      </span>
    );
  const noteOf = ({ open_notes: [note] }: CaseSummary) =>
    note && <RequestNote title={note.text}>{t('said', { text: note.text })}</RequestNote>;
  const factsOf = (theCase: CaseSummary) => {
    const {
      triage,
      new_documents: fresh,
      open_notes: [note],
    } = theCase;
    const images = triage?.new_images ?? 0;
    const others = triage?.other_cases ?? 0;
    const questions = triage?.open_questions ?? 0;
    const begun = triage?.draft || triage?.summary || triage?.prepared;
    return (
      ((desk ? note : begun) || fresh + others + questions > 0) && (
        <Facts>
          {fact(<HelpIcon />, questions, t('facts.questions', { count: questions }))}
          {fact(<DocumentIcon />, fresh - images, t('facts.documents', { count: fresh - images }))}
          {fact(<ImagingIcon />, images, t('facts.images', { count: images }))}
          {fact(<CasesIcon />, others, t('facts.others', { count: others }))}
          {desk ? noteOf(theCase) : begun && stateOf(theCase)}
        </Facts>
      )
    );
  };
  // Below the name it takes no room from the case; on a card the case's line has more room.
  const unreadMark = (unread: number) =>
    unread > 0 && (
      <span aria-hidden="true">
        <Badge tone="you" icon={<MessagesIcon />}>
          {unread}
        </Badge>
      </span>
    );
  const patientAndCase: Column<CaseSummary>[] = [
    {
      key: 'patient',
      header: t('columns.patient'),
      width: 'name',
      // The link's name includes the case and its messages, for readers who navigate by links.
      cell: ({ patient, case_name, unread_messages: unread, triage }) => (
        <>
          <PersonCell>
            {!desk && triage?.unopened && <Dot aria-hidden="true" />}
            <strong data-read={triage?.unopened === false || undefined}>
              {patient.last_name}, {patient.first_name}
            </strong>{' '}
            <BirthDate>
              {format.day(patient.date_of_birth)}
              {desk && <> {unreadMark(unread)}</>}
            </BirthDate>
          </PersonCell>
          <VisuallyHidden>, {case_name}</VisuallyHidden>
          {!desk && triage?.unopened && <VisuallyHidden>, {t('state.unopened')}</VisuallyHidden>}
          {unread > 0 && <VisuallyHidden>, {t('unread', { count: unread })}</VisuallyHidden>}
        </>
      ),
    },
    {
      key: 'case',
      header: t('columns.case'),
      truncate: true,
      cell: (theCase) => (
        <>
          {!desk && unreadMark(theCase.unread_messages)} <CaseName>{theCase.case_name}</CaseName>
          {desk ? factsOf(theCase) : noteOf(theCase)}
        </>
      ),
    },
  ];
  const due: Column<CaseSummary> = {
    key: 'due',
    header: t('card.due'),
    headerSpoken: t('columns.due'),
    width: 'term',
    align: 'end',
    card: { before: ({ answer_due_on: day }) => (day ? t('card.due') : undefined), beside: true },
    cell: (theCase) => {
      const { answer_due_on: day } = theCase;
      return (
        <>
          {day && <DueDate data-urgency={urgencyOf(day)}>{dueWords(day)}</DueDate>} {desk && stateOf(theCase)}
        </>
      );
    },
  };
  // On a desktop, the bar below the list has the actions.
  const facts: Column<CaseSummary> = { key: 'facts', header: '', cell: factsOf };
  const menus = desk ? [] : [facts, menu];
  if (view === 'waiting_for_patient')
    return [
      mark,
      priority,
      since('asked', ({ last_answer: last }) => last?.answered_at),
      ...patientAndCase,
      {
        key: 'wanted',
        header: t('columns.wanted'),
        width: 'state',
        cell: ({ last_answer: last }) => last && common(`codes.answerOption.${last.option}`),
      },
      ...menus,
    ];
  if (view === 'later')
    return [
      mark,
      priority,
      ...patientAndCase,
      {
        key: 'until',
        header: t('columns.until'),
        width: 'date',
        card: { before: t('columns.until') },
        cell: ({ triage }) => triage?.snoozed_until && format.day(triage.snoozed_until),
      },
      due,
      ...menus,
    ];
  if (view === 'answered' || view === 'archive')
    return [
      mark,
      priority,
      ...patientAndCase,
      {
        key: 'standing',
        header: t('columns.standing'),
        width: 'state',
        cell: (theCase) => <CaseTurnPill turn={doctorTurn(theCase, today)} />,
      },
      ...menus,
    ];
  return [
    mark,
    { ...priority, sortable: 'descending' },
    // A card has the due date instead.
    { ...since('waiting', ({ last_request_at: start }) => start), sortable: 'descending', card: 'hidden' },
    ...patientAndCase,
    { ...due, sortable: 'descending' },
    ...menus,
  ];
}
