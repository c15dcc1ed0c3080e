import type { CaseSummary } from '@konsil/contracts/cases';
import { useCommon, useFormat, useLocale, useTexts } from '@konsil/i18n';
import { PriorityMark, type Column } from '@konsil/ui';
import { urgencyOf, useDueWords } from './due-words';
import { Born, Due, None } from './inbox-parts';
import { inboxTexts } from './texts';
import { waitedFor } from './waiting';

/** What one line of the inbox says: who, what, since when, what is new. */
export function useInboxColumns(): Column<CaseSummary>[] {
  const { t } = useTexts(inboxTexts);
  const { t: common } = useCommon();
  const format = useFormat();
  const locale = useLocale();
  const dueWords = useDueWords();

  const due = ({ answer_due_on: day, last_answer: last }: CaseSummary) => {
    if (day) return <Due data-urgency={urgencyOf(day)}>{dueWords(day)}</Due>;
    return last ? <None>{format.day(last.answered_at)}</None> : null;
  };
  return [
    { key: 'priority', header: t('columns.priority'), width: '7rem', sortable: 'descending', cell: ({ priority }) => <PriorityMark level={priority} label={common(`codes.priority.${priority}`)} /> },
    { key: 'waiting', header: t('columns.waiting'), width: '6.5rem', align: 'end', sortable: 'descending', card: { before: t('columns.waiting') }, cell: ({ last_request_at: since }) => since && waitedFor(since, locale) },
    {
      key: 'patient', header: t('columns.patient'), width: '17rem',
      cell: ({ patient }) => <><strong>{patient.last_name}, {patient.first_name}</strong> <Born>{format.day(patient.date_of_birth)}</Born></>,
    },
    { key: 'case', header: t('columns.case'), truncate: true, cell: ({ case_name }) => case_name },
    { key: 'new', header: t('columns.new'), width: '3.5rem', align: 'end', card: { before: t('columns.new') }, cell: ({ new_documents: count }) => (count ? <strong>{count}</strong> : <None>0</None>) },
    { key: 'due', header: t('columns.due'), width: '10rem', sortable: 'descending', card: { before: t('columns.due') }, cell: due },
  ];
}
