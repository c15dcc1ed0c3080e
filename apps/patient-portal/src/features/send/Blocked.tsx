import { shortDoctorName } from '@konsil/cases';
import type { ProcessOverview } from '@konsil/contracts/cases';
import type { RequestPreview } from '@konsil/contracts/requests';
import { useTexts } from '@konsil/i18n';
import { Alert, ButtonLink } from '@konsil/ui';
import { paths } from '../paths.ts';
import { sendTexts } from './texts.ts';

const blocks = ['erasure_planned', 'doctor_unavailable', 'no_documents', 'details_missing', 'no_questions', 'no_new_documents'] as const;
type Block = (typeof blocks)[number];

/** Whether a case that was not sent yet asks nothing (product.md section 1). The server takes it so: the specification knows no questions. */
export const asksNothing = ({ missing }: Pick<RequestPreview, 'missing'>, { status }: Pick<ProcessOverview, 'status'>): boolean => status === 'draft' && missing.includes('no_questions');

/** What keeps a case from being sent, the most serious first. */
export const blockOf = (preview: Pick<RequestPreview, 'missing'>, theCase: Pick<ProcessOverview, 'status'>): Block | undefined =>
  blocks.find((block) => (block === 'no_questions' ? asksNothing(preview, theCase) : preview.missing.includes(block)));
/** Whether nothing that is given here lets it be sent: neither consent nor words are asked for. */
export const isHopeless = (block: Block | undefined): block is 'erasure_planned' | 'doctor_unavailable' => block === 'erasure_planned' || block === 'doctor_unavailable';

/** What keeps the case from being sent, and the way to mend it. */
export function Blocked({ block, theCase }: { block: Block; theCase: ProcessOverview }) {
  const { t } = useTexts(sendTexts);
  const { id, status, doctor } = theCase;
  const way = (to: string, label: string) => <ButtonLink size="small" variant="secondary" to={to}>{label}</ButtonLink>;
  if (block === 'erasure_planned') return <Alert tone="warning" title={t('blocked.erasure_planned')} action={way(paths.privacy, t('blocked.toPrivacy'))}>{t('blocked.keep')}</Alert>;
  if (block === 'doctor_unavailable') return (
    <Alert
      tone="warning" title={t(doctor.left ? 'blocked.left' : 'blocked.takesNone', { doctor: shortDoctorName(doctor.name) })}
      action={status === 'draft' ? way(paths.editCase(id), t('blocked.changeDoctor')) : way(paths.case(id), t('blocked.toCase'))}
    >
      {t('blocked.chooseOther')}
    </Alert>
  );
  if (block === 'no_questions') return <Alert tone="warning" title={t('blocked.no_questions')} action={way(paths.caseForms(id), t('addQuestions'))} />;
  return <Alert tone="warning" title={t(`blocked.${block}`)} action={way(paths.upload(id), t(block === 'details_missing' ? 'blocked.describe' : 'upload'))} />;
}
