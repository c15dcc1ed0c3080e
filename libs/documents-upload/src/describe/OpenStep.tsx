import type { ReactNode } from 'react';
import { useZodForm } from '@konsil/forms/forms';
import { useCommon, useTexts } from '@konsil/i18n';
import { Button, ErrorSummary, Form, Row } from '@konsil/ui';
import { uploadTexts } from '../texts.ts';
import { DateFields, KindFields, SourceFields } from './DetailFields.tsx';
import type { Details, DetailStep } from './details.ts';
import { stepSchema } from './step-schema.ts';

const fields = { kind: KindFields, date: DateFields, source: SourceFields };

export interface OpenStepProps {
  step: DetailStep;
  /** Known or guessed values. */
  start: Partial<Details>;
  last: boolean;
  /** Images that have a date of their own. */
  dated: boolean;
  /** Takes the answers. On the last step it rejects with the error of the request. */
  answer: (values: Details) => Promise<unknown>;
  /** The button to the previous question. */
  back: ReactNode;
  /** Called with the values while typing. */
  typed: (values: Partial<Details>) => void;
}

/** A question about a document that needs typed or chosen values. */
export function OpenStep({ step, start, last, dated, answer, back, typed }: OpenStepProps) {
  const { t } = useTexts(uploadTexts);
  const { t: common } = useCommon();
  const details = useZodForm<Details, Details>({
    schema: stepSchema(step),
    defaultValues: start,
    act: answer,
    guard: false,
  });
  const Fields = fields[step];
  return (
    <Form onSubmit={(event) => void details.onSubmit(event)} onChange={() => typed(details.form.getValues())}>
      <ErrorSummary {...details.summary} />
      <Fields details={details} dated={dated} />
      <Row>
        <Button type="submit" size="small" busy={details.busy}>
          {last ? t('details.finish') : common('words.next')}
        </Button>
        {back}
      </Row>
    </Form>
  );
}
