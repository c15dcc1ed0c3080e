import type { ZodForm } from '@konsil/forms/forms';
import { useTexts } from '@konsil/i18n';
import { Suspense } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { codeErrors } from '../codes/code-errors';
import { LazyCodeFields } from '../codes/LazyCodeFields';
import { codeTexts } from '../codes/texts';
import { useCodeLists } from '../codes/use-code-lists';
import type { AnswerForm } from './answer-form';
import { OptionalPart } from './AnswerPart';

/** The codes that go with the answer. */
export function AnswerCodes({ errorOf }: Pick<ZodForm<AnswerForm, AnswerForm>, 'errorOf'>) {
  const { t } = useTexts(codeTexts);
  const { control, setValue, formState } = useFormContext<AnswerForm>();
  const { isSubmitted } = formState;
  const codes = useWatch({ control, name: 'codes' });
  const lists = useCodeLists();
  // A draft may have codes although their lists are gone.
  if (lists.length === 0 && codes.length === 0) return null;
  const { error, errorAt } = codeErrors(codes, errorOf);
  return (
    <OptionalPart
      title={t('title')}
      state={t('state', { count: codes.length })}
      faulty={error !== undefined || codes.some((_, index) => errorAt(index))}
    >
      <Suspense fallback={null}>
        <LazyCodeFields
          lists={lists}
          codes={codes}
          onChange={(changed) => setValue('codes', changed, { shouldDirty: true, shouldValidate: isSubmitted })}
          error={error}
          errorAt={errorAt}
        />
      </Suspense>
    </OptionalPart>
  );
}
