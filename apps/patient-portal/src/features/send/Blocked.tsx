import { shortDoctorName } from '@konsil/cases';
import type { ProcessOverview } from '@konsil/contracts/cases';
import { questionsComplaint } from '@konsil/contracts/question-rules';
import type { RequestPreview } from '@konsil/contracts/requests';
import { useTexts } from '@konsil/i18n';
import { Alert, ButtonLink } from '@konsil/ui';
import { doctorReadsMessages } from '../cases/place-of.ts';
import { paths } from '../paths.ts';
import { sendTexts } from './texts.ts';

const blocks = [
  'erasure_planned',
  'doctor_unavailable',
  'no_documents',
  'details_missing',
  'no_questions',
  'form_incomplete',
  'no_new_documents',
  'address_missing',
] as const;
type Block = (typeof blocks)[number];

type Asked = Pick<RequestPreview, 'questions' | 'answered_questions'>;
/** True if the server would refuse a first request because it has no question. */
const asksNothing = (
  { questions, answered_questions: answered }: Asked,
  { status }: Pick<ProcessOverview, 'status'>,
): boolean => status === 'draft' && questionsComplaint({ open: questions.length, answered }) !== null;

/** The most serious obstacle to sending a case. */
export const obstacleOf = (
  preview: Pick<RequestPreview, 'missing'> & Asked,
  theCase: Pick<ProcessOverview, 'status'>,
): Block | undefined =>
  blocks.find((block) => (block === 'no_questions' ? asksNothing(preview, theCase) : preview.missing.includes(block)));
/** True if nothing would be sent even after fixing the case, so there is nothing to review. */
export const hasNothingToSend = (
  block: Block | undefined,
): block is 'erasure_planned' | 'doctor_unavailable' | 'no_new_documents' =>
  block === 'erasure_planned' || block === 'doctor_unavailable' || block === 'no_new_documents';

/** The obstacle to sending the case, with a link to remove it. */
export function Blocked({ block, theCase }: { block: Exclude<Block, 'address_missing'>; theCase: ProcessOverview }) {
  const { t } = useTexts(sendTexts);
  const { id, status, doctor } = theCase;
  const way = (to: string, label: string) => (
    <ButtonLink size="small" variant="secondary" to={to}>
      {label}
    </ButtonLink>
  );
  if (block === 'erasure_planned')
    return (
      <Alert tone="warning" title={t('blocked.erasure_planned')} action={way(paths.privacy, t('blocked.toPrivacy'))}>
        {t('blocked.keep')}
      </Alert>
    );
  if (block === 'doctor_unavailable')
    return (
      <Alert
        tone="warning"
        title={t(doctor.left ? 'blocked.left' : 'blocked.takesNone', { doctor: shortDoctorName(doctor.name) })}
        action={
          status === 'draft'
            ? way(paths.editCase(id), t('blocked.changeDoctor'))
            : way(paths.case(id), t('blocked.toCase'))
        }
      >
        {t('blocked.chooseOther')}
      </Alert>
    );
  if (block === 'no_questions')
    return (
      <Alert
        tone="warning"
        title={t('blocked.no_questions')}
        action={way(paths.reviewed.forms(id, 'questions'), t('addQuestions'))}
      />
    );
  if (block === 'form_incomplete')
    return (
      <Alert
        tone="warning"
        title={t('blocked.form_incomplete', { doctor: shortDoctorName(doctor.name) })}
        action={way(paths.reviewed.forms(id, 'specialty_form'), t('blocked.fillForm'))}
      />
    );
  if (block === 'no_new_documents')
    return (
      <Alert title={t('blocked.no_new_documents')} action={way(paths.upload(id), t('upload'))}>
        {doctorReadsMessages(theCase) && t('blocked.hasAll', { doctor: shortDoctorName(doctor.name) })}
      </Alert>
    );
  return (
    <Alert
      tone="warning"
      title={t(`blocked.${block}`)}
      action={way(paths.reviewed.documents(id), t(block === 'details_missing' ? 'blocked.describe' : 'upload'))}
    />
  );
}
