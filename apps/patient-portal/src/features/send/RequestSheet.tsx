import {
  doctorName,
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
import type { AnamnesisTopic } from '@konsil/contracts/codes';
import type { ProcessOverview } from '@konsil/contracts/cases';
import { byExamination, type Files } from '@konsil/contracts/examinations';
import type { OfferedForm } from '@konsil/contracts/form-fields';
import { topicText } from '@konsil/contracts/medication';
import type { RequestPreview } from '@konsil/contracts/requests';
import { useExaminationWords, useKindWords } from '@konsil/documents';
import { specialtyIn } from '@konsil/contracts/specialties';
import { withMarkup, useFormat, useLocale, useTexts } from '@konsil/i18n';
import {
  Avatar,
  Card,
  DefinitionList,
  DocumentIcon,
  FileName,
  HistoryIcon,
  ImagingIcon,
  Row,
  Text,
  TextLink,
  WarningIcon,
} from '@konsil/ui';
import { paths } from '../paths.ts';
import { HealthNote } from './HealthNote.tsx';
import { PersonPart } from './PersonPart.tsx';
import { Change, NotGiven, Titled } from './SheetPart.tsx';
import { Addressee, Part, SmallPicture, PreviewDocuments, Warning } from './preview-parts.ts';
import { sendTexts } from './texts.ts';

export interface RequestSheetProps {
  theCase: ProcessOverview;
  preview: RequestPreview;
  /** True if another doctor can still be chosen. */
  unsent: boolean;
}

/** Topics of the anamnesis that are parts of their own, also when nothing was entered. */
const ownParts: readonly AnamnesisTopic[] = ['medication', 'allergies'];

/** Everything the doctor gets with this request, each part with an edit link that leads back here. */
export function RequestSheet({ theCase, preview, unsent }: RequestSheetProps) {
  const { t } = useTexts(sendTexts);
  const caseId = theCase.id;
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
  const others = anamnesisTopics.filter((topic) => !ownParts.includes(topic));
  const given = others.filter((topic) => topicText(anamnesis, topic) !== '');
  const missing = others.filter((topic) => topicText(anamnesis, topic) === '');
  const changeForms = (field: string, part: string) => (
    <Change to={paths.reviewed.forms(caseId, field)} what={t('changePart', { part })} />
  );
  const detailOf = (topic: AnamnesisTopic) => (
    <TopicDetail topic={topic} anamnesis={anamnesis} reader="patient">
      <LongText>{anamnesis[topic]}</LongText>
    </TopicDetail>
  );
  const { list } = useFormat();
  return (
    <Card padding="none">
      <Addressee>
        <Avatar name={doctor.name} voice="doctor" />
        <span>
          {withMarkup(t('to', { doctor: doctorName(doctor.name) }), { b: (name) => <strong>{name}</strong> })}
          <br />
          {specialtyIn(doctor.specialty, locale)}
        </span>
        {unsent && <Change to={paths.reviewed.doctor(caseId)} what={t('changeDoctor')} />}
      </Addressee>
      <PersonPart theCase={theCase} preview={preview} />
      <Titled
        id="concern"
        title={t('concern')}
        change={<Change to={paths.reviewed.doctor(caseId)} what={t('changePart', { part: t('concern') })} />}
      >
        <p>{theCase.case_name}</p>
      </Titled>
      {(['diagnosis', 'medical_history'] as const).map((topic) => (
        <Titled key={topic} id={topic} title={topicWord(topic)} change={changeForms(topic, topicWord(topic))}>
          {preview[topic].trim() ? <LongText>{preview[topic]}</LongText> : <NotGiven />}
        </Titled>
      ))}
      {ownParts.map((topic) => (
        <Titled
          key={topic}
          id={topic}
          title={topicWord(topic)}
          change={changeForms(`anamnesis.${topic}`, topicWord(topic))}
        >
          {topicText(anamnesis, topic) === '' ? <NotGiven /> : detailOf(topic)}
        </Titled>
      ))}
      <Titled id="more" title={t('more')} change={changeForms('anamnesis.previous_illnesses', t('more'))}>
        {given.length > 0 && (
          <DefinitionList
            items={given.map((topic) => ({ key: topic, term: topicWord(topic), detail: detailOf(topic) }))}
          />
        )}
        {missing.length > 0 && (
          <Text as="p" tone="muted">
            {t('notGiven', { topics: list(missing.map(topicWord)) })}
          </Text>
        )}
        <HealthNote patientId={theCase.patient.id} preview={preview} />
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

/** A document with its warnings, because this is the last view before sending. */
function Thing({ files }: { files: Files }) {
  const { t } = useTexts(sendTexts);
  const { dateOf, kindOf } = useKindWords();
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
  const details = [bare ? kindOf(document) : document.source_name, dateOf(document)].filter(Boolean);
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
