// @bundle route
import type { AnsweredForm } from '@konsil/contracts/form-fields';
import { answerInWords, labelIn, onlyIn, type SaidIn } from '@konsil/contracts/form-rules';
import { useLocale, useTexts } from '@konsil/i18n';
import { DefinitionList, Text } from '@konsil/ui';
import { shortDoctorName } from '../doctor-name.ts';
import { LongText } from '../LongText.tsx';
import { specialtyFormTexts } from './texts.ts';

/** A doctor's words, marked where they are there in the other language only. */
export function DoctorsWords({ text, other }: SaidIn) {
  if (!other) return text;
  return (
    <>
      <span lang={other}>{text}</span>{' '}
      <Text as="small" tone="muted">
        ({onlyIn[other]})
      </Text>
    </>
  );
}

/** The answered fields of a doctor's form. */
export function FormAnswers({ form }: { form: Pick<AnsweredForm, 'fields' | 'answers'> }) {
  const locale = useLocale();
  return (
    <DefinitionList
      items={form.fields.flatMap((field) => {
        const answer = answerInWords(field, form.answers, locale);
        return answer
          ? [
              {
                key: field.id,
                term: <DoctorsWords {...labelIn(field, locale)} />,
                detail: <LongText>{answer}</LongText>,
              },
            ]
          : [];
      })}
    />
  );
}

/** The answered forms of a case as items of its facts. */
export const useFormFacts = () => {
  const { t } = useTexts(specialtyFormTexts);
  return (forms: readonly AnsweredForm[] = []) =>
    forms.map((form) => ({
      key: `form-${form.doctor.id}`,
      term: t('title', { doctor: shortDoctorName(form.doctor.name) }),
      detail: <FormAnswers form={form} />,
    }));
};
