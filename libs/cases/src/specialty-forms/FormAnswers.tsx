// @bundle topics
import type { AnsweredForm } from '@konsil/contracts/form-fields';
import { answerInWords, labelIn, onlyIn, type SaidIn } from '@konsil/contracts/form-words';
import { useLocale, useTexts } from '@konsil/i18n';
import { DefinitionList, Text, token } from '@konsil/ui';
import styled from 'styled-components';
import { shortDoctorName } from '../doctor-name.ts';
import { LongText } from '../LongText.tsx';
import { specialtyFormTexts } from './texts.ts';

/** A doctor's text, marked if it exists in the other language only. */
export function DoctorsWords({ text, other }: SaidIn) {
  const locale = useLocale();
  if (!other) return text;
  return (
    <>
      <span lang={other}>{text}</span>{' '}
      <Text as="small" tone="muted">
        ({onlyIn(other, locale)})
      </Text>
    </>
  );
}

/** The fields of a doctor's form with their answers. */
export function FormAnswers({ form }: { form: Pick<AnsweredForm, 'fields' | 'answers'> }) {
  const { t } = useTexts(specialtyFormTexts);
  const locale = useLocale();
  return (
    <DefinitionList
      items={form.fields.map((field) => {
        const answer = answerInWords(field, form.answers, locale);
        return {
          key: field.id,
          term: <DoctorsWords {...labelIn(field, locale)} />,
          detail: answer ? <LongText>{answer}</LongText> : <Text tone="muted">{t('none')}</Text>,
        };
      })}
    />
  );
}

/** The fields of a form among other facts. */
const Inside = styled.div`
  padding-block: ${token.space[2]};
  padding-inline-start: ${token.space[3]};
  border-inline-start: ${token.border.hairline} solid ${token.color.border};
`;

/** The answered forms of a case as items of its facts. */
export const useFormFacts = () => {
  const { t } = useTexts(specialtyFormTexts);
  return (forms: readonly AnsweredForm[] = []) =>
    forms.map((form) => ({
      key: `form-${form.doctor.id}`,
      term: t('title', { doctor: shortDoctorName(form.doctor.name) }),
      detail: (
        <Inside>
          <FormAnswers form={form} />
        </Inside>
      ),
    }));
};
