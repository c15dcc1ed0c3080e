import { useFieldArray } from 'react-hook-form';
import type { Control, FieldValues } from 'react-hook-form';
import { useCommon, useTexts } from '@konsil/i18n';
import { AddIcon, Button, RemoveIcon, Row, Stack, Text, TextArea } from '@konsil/ui';
import type { TextAreaProps } from '@konsil/ui';
import { casePageTexts } from './texts.ts';

const most = 5;

/** A form that holds the patient's questions. An existing one keeps its id, so that its answer stays with it. */
export interface WithQuestions extends FieldValues {
  questions: { id?: string | undefined; text: string }[];
}

export interface QuestionFieldsProps {
  control: Control<WithQuestions>;
  bind: (name: `questions.${number}.text`) => Omit<TextAreaProps, 'label'>;
  /** Ids of questions that are answered: they stay as they are. */
  answered?: ReadonlySet<string>;
  error?: string | undefined;
}

/** One to five questions, each in a field of its own. */
export function QuestionFields({ control, bind, answered, error }: QuestionFieldsProps) {
  const { t } = useTexts(casePageTexts);
  const { t: common } = useCommon();
  const { fields, append, remove } = useFieldArray({ control, name: 'questions', keyName: 'key' });
  return (
    <Stack gap={4}>
      {fields.map(({ key, id }, index) => {
        const fixed = id !== undefined && answered?.has(id);
        return (
          <Stack key={key} gap={1}>
            <TextArea
              rows={2} label={t('new.questions.label', { number: index + 1 })} readOnly={fixed}
              hint={fixed ? t('forms.questionAnswered') : index === 0 ? t('new.questions.hint') : undefined} {...bind(`questions.${index}.text`)}
            />
            {!fixed && fields.length > 1 && (
              <Row justify="end">
                <Button variant="quiet" size="small" icon={<RemoveIcon />} aria-label={t('new.questions.remove', { number: index + 1 })} onClick={() => remove(index)}>{common('words.remove')}</Button>
              </Row>
            )}
          </Stack>
        );
      })}
      {error && <Text as="p" tone="danger" strong>{error}</Text>}
      {fields.length < most && <Row><Button variant="secondary" size="small" icon={<AddIcon />} onClick={() => append({ text: '' })}>{t('new.questions.add')}</Button></Row>}
    </Stack>
  );
}
