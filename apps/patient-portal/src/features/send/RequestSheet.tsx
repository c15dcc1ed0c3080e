import { QuestionAnswers, shortDoctorName } from '@konsil/cases';
import { usePersonWords } from '@konsil/common';
import { byExamination, type Files } from '@konsil/contracts/examinations';
import type { RequestPreview } from '@konsil/contracts/requests';
import { useExaminationWords, useKindWords } from '@konsil/documents';
import { specialtyIn } from '@konsil/contracts/specialties';
import { rich, useFormat, useLocale, useTexts } from '@konsil/i18n';
import { Card, DocumentIcon, FileName, HistoryIcon, ImagingIcon, Row, SendIcon, Text, TextLink, WarningIcon } from '@konsil/ui';
import { paths } from '../paths.ts';
import { Addressee, Part, Things, Warning } from './preview-parts.ts';
import { sendTexts } from './texts.ts';

/** What the doctor will get with this request, with ways to change it. */
export function RequestSheet({ caseId, preview }: { caseId: string; preview: RequestPreview }) {
  const { t } = useTexts(sendTexts);
  const locale = useLocale();
  const { doctor, new_documents: documents, already_sent: already, questions } = preview;
  return (
    <Card padding="none">
      <Addressee>
        <SendIcon />
        <span>{rich(t('to', { doctor: doctor.name }), { b: (name) => <strong>{name}</strong> })}<br />{specialtyIn(doctor.specialty, locale)}</span>
      </Addressee>
      <Part aria-labelledby="new-documents">
        <Row justify="between" align="baseline">
          <h2 id="new-documents">{t(already > 0 ? 'new' : 'documents')}</h2>
          <TextLink standalone to={paths.upload(caseId)} aria-label={t('changeDocuments')}>{t('change')}</TextLink>
        </Row>
        {documents.length === 0 ? <Text as="p" tone="muted">{t('nothingNew')}</Text> : <Things>{byExamination(documents).map((files) => <Thing key={files[0].id} files={files} />)}</Things>}
        {already > 0 && <Row gap={2}><HistoryIcon /><TextLink standalone to={paths.documents(caseId)}>{t('already', { count: already })}</TextLink></Row>}
      </Part>
      <Part aria-labelledby="asked">
        <Row justify="between" align="baseline">
          <h2 id="asked">{t('questions')}</h2>
          <TextLink standalone to={paths.caseForms(caseId)} aria-label={t('changeQuestions')}>{t('change')}</TextLink>
        </Row>
        {questions.length === 0 ? <Text as="p" tone="muted">{t('noQuestions')}</Text> : <QuestionAnswers answersHidden questions={questions.map((text, index) => ({ id: String(index), text, answer: null }))} />}
      </Part>
      <Part><Text as="p" size="small" tone="muted">{t('alsoSeen', { doctor: shortDoctorName(doctor.name) })}</Text></Part>
    </Card>
  );
}

/** A document, and what may be wrong with it: it is seen here for the last time before somebody else sees it. */
function Thing({ files }: { files: Files }) {
  const { t } = useTexts(sendTexts);
  const format = useFormat();
  const { kindOf } = useKindWords();
  const { amountOf } = useExaminationWords();
  const personOf = usePersonWords();
  const [document] = files;
  const file = files.length > 1 ? amountOf(files) : <FileName>{document.file_name}</FileName>;
  const bare = document.medical_kind_code === null;
  const warnings = [...(document.unopened ? [t('unopened')] : []), ...new Set(files.flatMap(({ stranger }) => (stranger ? [t('mismatch', { named: personOf(stranger.named), patient: personOf(stranger.patient) })] : []))), ...files.flatMap(({ intake }) => (intake && intake.damaged_count > 0 ? [t('damaged', { count: intake.damaged_count })] : []))];
  const details = [bare ? kindOf(document) : document.source_name, document.issue_date && format.day(document.issue_date)].filter(Boolean);
  return (
    <li>
      {document.group === 'image' ? <ImagingIcon /> : <DocumentIcon />}
      <span>
        {bare ? file : kindOf(document)}
        <small>{details.join(', ')}{!bare && <>{details.length > 0 && ', '}{file}</>}</small>
        {warnings.map((words) => <Warning key={words}><WarningIcon /><span>{words}</span></Warning>)}
      </span>
    </li>
  );
}
