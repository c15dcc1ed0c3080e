// @bundle route
import { useEffect, useRef } from 'react';
import { useFieldArray, useWatch } from 'react-hook-form';
import type { Control, FieldValues } from 'react-hook-form';
import { mostQuestions } from '@konsil/contracts/question-rules';
import { useCommon, useTexts } from '@konsil/i18n';
import { AddIcon, Button, RemoveIcon, Row, Stack, Text, TextArea } from '@konsil/ui';
import type { TextAreaProps } from '@konsil/ui';
import { casePageTexts } from './texts.ts';

/** Form values with the patient's open questions. Existing ones keep their id. */
export interface WithQuestions extends FieldValues {
  questions: { id?: string | undefined; text: string }[];
}

export interface QuestionFieldsProps {
  control: Control<WithQuestions>;
  bind: (name: `questions.${number}.text`) => Omit<TextAreaProps, 'label'>;
  /** Number of answered questions, shown elsewhere; numbering continues after them. */
  before?: number;
  error?: string | undefined;
  addable?: boolean;
  /** Questions that many patients ask: one press adds one. */
  suggestions?: readonly string[];
}

/** One to five open questions, one field each. */
export function QuestionFields({
  control,
  bind,
  before = 0,
  error,
  addable = true,
  suggestions = [],
}: QuestionFieldsProps) {
  const { t } = useTexts(casePageTexts);
  const { t: common } = useCommon();
  const { fields, append, remove, update } = useFieldArray({ control, name: 'questions', keyName: 'key' });
  const adding = useRef<HTMLDivElement>(null);
  const removed = useRef(false);
  // The focused button was removed with its question.
  useEffect(() => {
    if (removed.current) adding.current?.querySelector<HTMLElement>('button:last-of-type')?.focus();
    removed.current = false;
  }, [fields]);
  const asked = useWatch({ control, name: 'questions' });
  const offered = suggestions.filter((question) => !asked.some(({ text }) => text.trim() === question));
  const add = (text: string) => {
    // The pressed button is removed.
    removed.current = true;
    const empty = asked.findIndex((row) => row.text.trim() === '');
    if (empty < 0) return append({ text }, { shouldFocus: false });
    update(empty, { ...asked[empty], text });
  };
  const takeOut = (index: number) => {
    removed.current = true;
    remove(index);
  };
  return (
    <Stack gap={4}>
      {fields.map(({ key }, index) => {
        const number = before + index + 1;
        return (
          <Stack key={key} gap={1}>
            <TextArea
              rows={2}
              label={t('new.questions.label', { number })}
              hint={number === 1 ? t('new.questions.hint') : undefined}
              {...bind(`questions.${index}.text`)}
            />
            {before + fields.length > 1 && (
              <Row justify="end">
                <Button
                  variant="quiet"
                  size="small"
                  icon={<RemoveIcon />}
                  aria-label={t('new.questions.remove', { number })}
                  onClick={() => takeOut(index)}
                >
                  {common('words.remove')}
                </Button>
              </Row>
            )}
          </Stack>
        );
      })}
      {error && (
        <Text as="p" tone="danger" strong>
          {error}
        </Text>
      )}
      {addable && fields.length < mostQuestions && (
        <Row ref={adding} gap={2}>
          {offered.map((question) => (
            <Button key={question} variant="secondary" size="small" icon={<AddIcon />} onClick={() => add(question)}>
              {question}
            </Button>
          ))}
          <Button variant="secondary" size="small" icon={<AddIcon />} onClick={() => append({ text: '' })}>
            {t('new.questions.add')}
          </Button>
        </Row>
      )}
    </Stack>
  );
}
