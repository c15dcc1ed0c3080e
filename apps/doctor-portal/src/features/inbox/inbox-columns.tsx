import { CaseTurnPill, doctorTurn } from '@konsil/cases';
import type { CaseSummary } from '@konsil/contracts/cases';
import { practiceToday, useCommon, useFormat, useLocale, useTexts } from '@konsil/i18n';
import { Badge, MessagesIcon, PriorityMark, useDesk, VisuallyHidden, type Column } from '@konsil/ui';
import { urgencyOf, useDueWords } from './due-words';
import { Born, Due, Said, Who } from './inbox-parts';
import type { View } from './inbox-views';
import { inboxTexts } from './texts';
import { formatWaitingTime } from './waiting';

/** The columns of the inbox: patient, case, waiting time, new documents; or what it waits for, or the result. */
export function useInboxColumns(view: View): Column<CaseSummary>[] {
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
      cell: ({ patient, case_name, unread_messages: unread }) => (
        <>
          <Who>
            <strong>
              {patient.last_name}, {patient.first_name}
            </strong>{' '}
            <Born>
              {format.day(patient.date_of_birth)}
              {desk && <> {unreadMark(unread)}</>}
            </Born>
          </Who>
          <VisuallyHidden>, {case_name}</VisuallyHidden>
          {unread > 0 && <VisuallyHidden>, {t('unread', { count: unread })}</VisuallyHidden>}
        </>
      ),
    },
    {
      key: 'case',
      header: t('columns.case'),
      truncate: true,
      cell: ({ case_name, unread_messages: unread, open_notes: [note] }) => (
        <>
          {!desk && unreadMark(unread)} {case_name}
          {note && <Said title={note.text}>{t('said', { text: note.text })}</Said>}
        </>
      ),
    },
  ];
  if (view === 'waiting_for_patient')
    return [
      priority,
      since('asked', ({ last_answer: last }) => last?.answered_at),
      ...patientAndCase,
      {
        key: 'wanted',
        header: t('columns.wanted'),
        width: 'state',
        cell: ({ last_answer: last }) => last && common(`codes.answerOption.${last.option}`),
      },
    ];
  if (view === 'answered' || view === 'archive')
    return [
      priority,
      ...patientAndCase,
      {
        key: 'standing',
        header: t('columns.standing'),
        width: 'state',
        cell: (theCase) => <CaseTurnPill turn={doctorTurn(theCase, today)} />,
      },
    ];
  return [
    { ...priority, sortable: 'descending' },
    { ...since('waiting', ({ last_request_at: start }) => start), sortable: 'descending' },
    ...patientAndCase,
    {
      key: 'new',
      header: t('columns.new'),
      width: 'tally',
      align: 'end',
      card: { before: ({ new_documents: count }) => (count > 0 ? t('columns.new') : undefined) },
      cell: ({ new_documents: count }) => count > 0 && <strong>{count}</strong>,
    },
    {
      key: 'due',
      header: t('card.due'),
      headerSpoken: t('columns.due'),
      width: 'term',
      sortable: 'descending',
      card: { before: ({ answer_due_on: day }) => (day ? t('card.due') : undefined), beside: true },
      cell: ({ answer_due_on: day }) => day && <Due data-urgency={urgencyOf(day)}>{dueWords(day)}</Due>,
    },
  ];
}
