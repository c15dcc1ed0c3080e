import { useGetCaseQuery } from '@konsil/api/cases';
import type { CaseSummary } from '@konsil/contracts/cases';
import type { Document } from '@konsil/contracts/documents';
import { useCommon, useFormat, useTexts } from '@konsil/i18n';
import { Alert, Button, ButtonLink, Card, ListSkeleton, Stack } from '@konsil/ui';
import type { ReactNode } from 'react';
import { paths } from '../paths';
import { inboxTexts } from './texts';

interface CasePeekProps {
  /** The line of the inbox that is selected. */
  selected: CaseSummary;
  /** Names a document; the documents feature knows how. */
  nameOf: (document: Document) => string;
  /** Archive or restore. */
  tools?: ReactNode;
}

/** What a case asks, without opening it: questions, what is new, the diagnosis, and the two ways on. */
export function CasePeek({ selected, nameOf, tools }: CasePeekProps) {
  const { t } = useTexts(inboxTexts);
  const { t: common } = useCommon();
  const format = useFormat();
  const { currentData: theCase, isError, refetch } = useGetCaseQuery(selected.id);
  const { patient } = selected;

  const content = () => {
    if (isError) return <Alert tone="danger" action={<Button variant="secondary" onClick={() => void refetch()}>{t('retry')}</Button>}>{t('failed')}</Alert>;
    if (!theCase) return <ListSkeleton label={t('loading')} rows={3} />;
    const fresh = theCase.documents.filter(({ is_new }) => is_new);
    return (
      <>
        <section>
          <h3>{t('peek.questions')}</h3>
          {theCase.questions.length ? <ol>{theCase.questions.map(({ id, text }) => <li key={id}>{text}</li>)}</ol> : <p>{t('peek.noQuestions')}</p>}
        </section>
        <section>
          <h3>{theCase.last_answer ? t('peek.newSince', { day: format.day(theCase.last_answer.answered_at) }) : t('peek.newFirst')}</h3>
          {fresh.length ? <ul>{fresh.map((document) => <li key={document.id}>{nameOf(document)}{document.issue_date && `, ${format.day(document.issue_date)}`}</li>)}</ul> : <p>{t('peek.noNew')}</p>}
        </section>
        <section>
          <h3>{t('peek.diagnosis')}</h3>
          <p>{theCase.diagnosis}</p>
        </section>
      </>
    );
  };
  return (
    <Card as="aside" aria-label={t('peek.title')}>
      <Stack gap={4}>
        <header>
          <h2>{patient.last_name}, {patient.first_name}</h2>
          <p>{format.day(patient.date_of_birth)}, {format.age(patient.date_of_birth)}, {common(`codes.gender.${patient.gender}`)}</p>
          <p>{selected.case_name}</p>
        </header>
        {content()}
        <Stack gap={2}>
          {selected.turn === 'doctor' && <ButtonLink to={paths.answer(selected)} block>{t('peek.answer')}</ButtonLink>}
          <ButtonLink to={paths.case(selected)} variant="secondary" block>{t('peek.open')}</ButtonLink>
          {tools}
        </Stack>
      </Stack>
    </Card>
  );
}
