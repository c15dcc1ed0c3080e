import { useGetCaseQuery } from '@konsil/api/cases';
import { isGone } from '@konsil/api/problem';
import { appointmentOf, useFormTopics } from '@konsil/cases';
import { LoadFailed, Waiting } from '@konsil/common';
import type { CaseSummary } from '@konsil/contracts/cases';
import type { Document } from '@konsil/contracts/documents';
import { byExamination } from '@konsil/contracts/examinations';
import { useCommon, useDocumentDate, useFormat, useTexts } from '@konsil/i18n';
import {
  Alert,
  ButtonLink,
  DocumentIcon,
  ImagingIcon,
  MessagesIcon,
  PanePart,
  Stack,
  Text,
  TextLink,
} from '@konsil/ui';
import { CaseWarnings } from '../case-parts/CaseWarnings';
import { caseTexts } from '../case-parts/texts';
import { paths } from '../paths';
import { CaseArchiveButton } from './CaseArchiveButton';
import { NewDocuments, Questions, TextStart } from './inbox-parts';
import { inboxTexts } from './texts';

interface CasePeekProps {
  /** The selected row of the inbox. */
  selected: CaseSummary;
  /** Formats a document's title; comes from the documents feature. */
  nameOf: (document: Document) => string;
}

/** Longer texts are cut before they are rendered; fewer characters fill the visible lines. */
const longestStart = 800;

/** A preview of a case: warnings, messages, appointment, questions, new documents, diagnosis, history, and two links. */
export function CasePeek({ selected, nameOf }: CasePeekProps) {
  const { t } = useTexts(inboxTexts);
  const { t: ofCase } = useTexts(caseTexts);
  const { t: common } = useCommon();
  const topicWord = useFormTopics();
  const format = useFormat();
  const dateOf = useDocumentDate();
  const { currentData: theCase, error, refetch } = useGetCaseQuery(selected.id);
  const { patient } = selected;

  const content = () => {
    // First, because cached data is still there after the consent was withdrawn.
    if (isGone(error))
      return (
        <PanePart>
          <Alert tone="warning" title={ofCase('notShared.title')}>
            {ofCase('notShared.text')}
          </Alert>
        </PanePart>
      );
    if (!theCase)
      return (
        <PanePart>
          {error ? (
            <LoadFailed problem={error} onRetry={refetch}>
              {t('peek.failed')}
            </LoadFailed>
          ) : (
            <Waiting rows={3} />
          )}
        </PanePart>
      );
    const { accepted, cancelled } = appointmentOf(theCase)?.appointment ?? {};
    const fresh = byExamination(theCase.documents.filter(({ is_new }) => is_new));
    return (
      <>
        <CaseWarnings theCase={theCase} />
        {theCase.open_notes.length > 0 && (
          <PanePart>
            <Text as="small" tone="muted">
              {t('peek.note')}
            </Text>
            {theCase.open_notes.map(({ text, sent_at }) => (
              <Text as="p" key={sent_at} preserveLines>
                {text}
              </Text>
            ))}
          </PanePart>
        )}
        {accepted && (
          <PanePart>
            <Text as="small" tone="muted">
              {t(cancelled ? 'peek.cancelled' : 'peek.appointment')}
            </Text>
            <p>{format.placeMoment(accepted)}</p>
          </PanePart>
        )}
        <PanePart>
          <Text as="small" tone="muted">
            {t(`peek.questions.${patient.gender}`)}
          </Text>
          {theCase.questions.length ? (
            <Questions>
              {theCase.questions.map(({ id, text }) => (
                <li key={id}>{text}</li>
              ))}
            </Questions>
          ) : (
            <p>{t('peek.noQuestions')}</p>
          )}
        </PanePart>
        <PanePart>
          <Text as="small" tone="muted">
            {theCase.last_answer
              ? t('peek.newSince', { day: format.day(theCase.last_answer.answered_at) })
              : t('peek.newFirst')}
          </Text>
          {fresh.length ? (
            <NewDocuments>
              {fresh.map(([document]) => (
                <li key={document.id}>
                  {document.group === 'image' ? <ImagingIcon /> : <DocumentIcon />}
                  <span>{nameOf(document)}</span>
                  <small>{dateOf(document)}</small>
                </li>
              ))}
            </NewDocuments>
          ) : (
            <p>{t('peek.noNew')}</p>
          )}
        </PanePart>
        <PanePart>
          <Text as="small" tone="muted">
            {t(`peek.diagnosis.${patient.gender}`)}
          </Text>
          <p>{theCase.diagnosis}</p>
        </PanePart>
        {theCase.medical_history.trim() && (
          <PanePart>
            <Text as="small" tone="muted">
              {topicWord('medical_history')}
            </Text>
            <TextStart>{theCase.medical_history.slice(0, longestStart)}</TextStart>
          </PanePart>
        )}
      </>
    );
  };
  return (
    <>
      <PanePart>
        <h2>
          {patient.last_name}, {patient.first_name}
        </h2>
        <p>
          {format.day(patient.date_of_birth)}, {format.age(patient.date_of_birth)},{' '}
          {common(`codes.gender.${patient.gender}`)}
        </p>
        <p>{selected.case_name}</p>
        {selected.unread_messages > 0 && (
          <TextLink standalone to={paths.caseMessages(selected)}>
            <MessagesIcon /> {t('unread', { count: selected.unread_messages })}
          </TextLink>
        )}
      </PanePart>
      {content()}
      <PanePart atEnd>
        <Stack gap={2}>
          {selected.turn === 'doctor' && (
            <ButtonLink to={paths.answer(selected)} block>
              {t('peek.answer')}
            </ButtonLink>
          )}
          <ButtonLink to={paths.case(selected)} variant="secondary" block>
            {t('peek.open')}
          </ButtonLink>
          <CaseArchiveButton theCase={selected} />
        </Stack>
      </PanePart>
    </>
  );
}
