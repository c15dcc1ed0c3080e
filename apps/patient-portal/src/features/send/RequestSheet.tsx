import type { ReactNode } from 'react';
import {
  FormAnswers,
  LongText,
  QuestionAnswers,
  shortDoctorName,
  specialtyFormTexts,
  TopicDetail,
  useFormTopics,
} from '@konsil/cases';
import { usePersonWords } from '@konsil/common';
import { anamnesisTopics } from '@konsil/contracts/codes';
import type { FormTopic } from '@konsil/contracts/codes';
import { byExamination, type Files } from '@konsil/contracts/examinations';
import type { OfferedForm } from '@konsil/contracts/form-fields';
import { topicText } from '@konsil/contracts/medication';
import type { RequestPreview } from '@konsil/contracts/requests';
import { useExaminationWords, useKindWords } from '@konsil/documents';
import { specialtyIn } from '@konsil/contracts/specialties';
import { withMarkup, useFormat, useLocale, useTexts } from '@konsil/i18n';
import {
  Card,
  DefinitionList,
  DocumentIcon,
  FileName,
  HistoryIcon,
  ImagingIcon,
  Row,
  SendIcon,
  Text,
  TextLink,
  WarningIcon,
} from '@konsil/ui';
import { paths } from '../paths.ts';
import { HealthNote } from './HealthNote.tsx';
import { Addressee, Part, SmallPicture, PreviewDocuments, Warning } from './preview-parts.ts';
import { sendTexts } from './texts.ts';

export interface RequestSheetProps {
  caseId: string;
  patientId: string;
  preview: RequestPreview;
  /** True if another doctor can still be chosen. */
  unsent: boolean;
}

/** Everything the doctor gets with this request, each part with an edit link that leads back here. */
export function RequestSheet({ caseId, patientId, preview, unsent }: RequestSheetProps) {
  const { t } = useTexts(sendTexts);
  const locale = useLocale();
  const topicWord = useFormTopics();
  const {
    doctor,
    new_documents: documents,
    already_sent: already,
    questions,
    answered_questions: answered,
    anamnesis,
  } = preview;
  const given = anamnesisTopics.filter((topic) => topicText(anamnesis, topic) !== '');
  const missing = anamnesisTopics.filter((topic) => topicText(anamnesis, topic) === '');
  const factOf = (topic: FormTopic, text: string) => ({
    key: topic,
    term: topicWord(topic),
    detail: <LongText>{text}</LongText>,
  });
  const { list } = useFormat();
  return (
    <Card padding="none">
      <Addressee>
        <SendIcon />
        <span>
          {withMarkup(t('to', { doctor: doctor.name }), { b: (name) => <strong>{name}</strong> })}
          <br />
          {specialtyIn(doctor.specialty, locale)}
        </span>
        {unsent && <Change to={paths.reviewed.doctor(caseId)} what={t('changeDoctor')} />}
      </Addressee>
      <Titled
        id="illness"
        title={t('illness')}
        change={<Change to={paths.reviewed.forms(caseId, 'diagnosis')} what={t('changeIllness')} />}
      >
        <DefinitionList
          items={[factOf('diagnosis', preview.diagnosis), factOf('medical_history', preview.medical_history)]}
        />
      </Titled>
      <Titled
        id="anamnesis"
        title={t('anamnesis')}
        change={<Change to={paths.reviewed.forms(caseId, 'anamnesis')} what={t('changeAnamnesis')} />}
      >
        {given.length > 0 && (
          <DefinitionList
            items={given.map((topic) => {
              const fact = factOf(topic, anamnesis[topic]);
              return {
                ...fact,
                detail: (
                  <TopicDetail topic={topic} anamnesis={anamnesis} reader="patient">
                    {fact.detail}
                  </TopicDetail>
                ),
              };
            })}
          />
        )}
        {missing.length > 0 && (
          <Text as="p" tone="muted">
            {t('notGiven', { topics: list(missing.map(topicWord)) })}
          </Text>
        )}
        <HealthNote patientId={patientId} preview={preview} />
      </Titled>
      {preview.offered_form && <FormPart caseId={caseId} preview={preview} form={preview.offered_form} />}
      <Titled
        id="asked"
        title={t('questions')}
        change={<Change to={paths.reviewed.forms(caseId, 'questions')} what={t('changeQuestions')} />}
      >
        {questions.length === 0 ? (
          <Text as="p" tone="muted">
            {answered > 0 ? t('questionsAnswered', { count: answered }) : t('noQuestions')}
          </Text>
        ) : (
          <QuestionAnswers
            answersHidden
            questions={questions.map((text, index) => ({ id: String(index), text, answer: null }))}
          />
        )}
      </Titled>
      <Titled
        id="new-documents"
        title={t(already > 0 ? 'new' : 'documents')}
        change={<Change to={paths.reviewed.documents(caseId)} what={t('changeDocuments')} />}
      >
        {documents.length === 0 ? (
          <Text as="p" tone="muted">
            {t('nothingNew')}
          </Text>
        ) : (
          <PreviewDocuments>
            {byExamination(documents).map((files) => (
              <Thing key={files[0].id} files={files} />
            ))}
          </PreviewDocuments>
        )}
        {already > 0 && (
          <Row gap={2}>
            <HistoryIcon />
            <TextLink standalone to={paths.documents(caseId)}>
              {t('already', { count: already })}
            </TextLink>
          </Row>
        )}
      </Titled>
      <Part>
        <Text as="p" size="small" tone="muted">
          {t('alsoSeen', { doctor: shortDoctorName(doctor.name) })}
        </Text>
      </Part>
    </Card>
  );
}

/** The doctor's own form: as it was saved, or what it still needs. */
function FormPart({ caseId, preview, form }: { caseId: string; preview: RequestPreview; form: OfferedForm }) {
  const { t } = useTexts(sendTexts);
  const { t: forms } = useTexts(specialtyFormTexts);
  const { doctor, specialty_forms: answered = [], missing } = preview;
  const saved = missing.includes('form_incomplete') ? undefined : answered.find((one) => one.doctor.id === doctor.id);
  return (
    <Titled
      id="specialty-form"
      title={forms('title', { doctor: shortDoctorName(doctor.name) })}
      change={<Change to={paths.reviewed.forms(caseId, 'specialty_form')} what={t('changeForm')} />}
    >
      <FormAnswers form={saved ?? form} />
    </Titled>
  );
}

/** A section with its title and edit link. */
function Titled({
  id,
  title,
  change,
  children,
}: {
  id: string;
  title: string;
  change: ReactNode;
  children: ReactNode;
}) {
  return (
    <Part aria-labelledby={id}>
      <Row justify="between" align="baseline">
        <h2 id={id}>{title}</h2>
        {change}
      </Row>
      {children}
    </Part>
  );
}

function Change({ to, what }: { to: string; what: string }) {
  const { t } = useTexts(sendTexts);
  return (
    <TextLink standalone to={to} aria-label={what}>
      {t('change')}
    </TextLink>
  );
}

/** A document with its warnings, because this is the last view before sending. */
function Thing({ files }: { files: Files }) {
  const { t } = useTexts(sendTexts);
  const format = useFormat();
  const { kindOf } = useKindWords();
  const { amountOf } = useExaminationWords();
  const personOf = usePersonWords();
  const [document] = files;
  const picture = files.find(({ preview_url: url }) => url)?.preview_url;
  const file = files.length > 1 ? amountOf(files) : <FileName>{document.file_name}</FileName>;
  const bare = document.medical_kind_code === null;
  const warnings = [
    ...(document.unopened ? [t('unopened')] : []),
    ...new Set(
      files.flatMap(({ stranger }) =>
        stranger ? [t('mismatch', { named: personOf(stranger.named), patient: personOf(stranger.patient) })] : [],
      ),
    ),
    ...files.flatMap(({ intake }) =>
      intake && intake.damaged_count > 0 ? [t('damaged', { count: intake.damaged_count })] : [],
    ),
  ];
  const details = [
    bare ? kindOf(document) : document.source_name,
    document.issue_date && format.day(document.issue_date),
  ].filter(Boolean);
  return (
    <li>
      {picture ? (
        <SmallPicture src={picture} alt="" loading="lazy" decoding="async" />
      ) : document.group === 'image' ? (
        <ImagingIcon />
      ) : (
        <DocumentIcon />
      )}
      <span>
        {bare ? file : kindOf(document)}
        <small>
          {details.join(', ')}
          {!bare && (
            <>
              {details.length > 0 && ', '}
              {file}
            </>
          )}
        </small>
        {warnings.map((words) => (
          <Warning key={words}>
            <WarningIcon />
            <span>{words}</span>
          </Warning>
        ))}
      </span>
    </li>
  );
}
