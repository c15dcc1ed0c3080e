import type { ZodForm } from '@konsil/forms/forms';
import { optionHasPart, proposesTimes, type AnswerOption } from '@konsil/contracts/answer-options';
import { writtenPartNames } from '@konsil/contracts/requests';
import { useTexts } from '@konsil/i18n';
import { Stack, TextArea } from '@konsil/ui';
import { AppointmentFields } from './AppointmentFields';
import type { AnswerForm } from './answer-form';
import { RecommendationFields } from './RecommendationFields';
import { answerTexts } from './texts';

type Fields = Pick<ZodForm<AnswerForm, AnswerForm>, 'field' | 'errorOf'>;

// The specialty is chosen beside the recommended doctor.
const freeTexts = writtenPartNames.filter((part) => part !== 'recommended_specialty');

/** Fields that only some kinds of answer need. `doctorId`: the author, who cannot be recommended. */
export function OptionFields({ option, doctorId, ...fields }: Fields & { option: AnswerOption; doctorId: string }) {
  const { t } = useTexts(answerTexts);
  if (optionHasPart(option, 'recommended_doctor_id')) return <RecommendationFields {...fields} doctorId={doctorId} />;
  if (proposesTimes(option)) return <AppointmentFields {...fields} />;
  const written = freeTexts.filter((part) => optionHasPart(option, part));
  if (written.length === 0) return null;
  return (
    <Stack gap={4}>
      {written.map((part) => (
        <TextArea
          key={part}
          {...fields.field(part)}
          label={t(`written.${part}.label`)}
          hint={t(`written.${part}.hint`)}
          rows={2}
        />
      ))}
    </Stack>
  );
}
