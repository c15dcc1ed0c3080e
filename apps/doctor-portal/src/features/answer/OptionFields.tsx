import type { ZodForm } from '@konsil/api/forms';
import type { AnswerOption } from '@konsil/contracts/codes';
import { useTexts } from '@konsil/i18n';
import { Stack, TextArea } from '@konsil/ui';
import { AppointmentFields } from './AppointmentFields';
import type { AnswerForm } from './answer-form';
import { RecommendationFields } from './RecommendationFields';
import { answerTexts } from './texts';

type Fields = Pick<ZodForm<AnswerForm, AnswerForm>, 'field' | 'errorOf'>;

/** What only some kinds of answer need. `doctorId`: who answers, and cannot recommend themselves. */
export function OptionFields({ option, doctorId, ...fields }: Fields & { option: AnswerOption; doctorId: string }) {
  const { t } = useTexts(answerTexts);
  if (option === 'recommendation_different_physician') return <RecommendationFields {...fields} doctorId={doctorId} />;
  if (option === 'schedule_appointment') return <AppointmentFields {...fields} />;
  if (option !== 'unable_to_do_anything') return null;
  return (
    <Stack gap={4}>
      <TextArea {...fields.field('reason')} label={t('reason')} rows={2} />
      <TextArea {...fields.field('next_step')} label={t('nextStep')} hint={t('nextStepHint')} rows={2} />
    </Stack>
  );
}
