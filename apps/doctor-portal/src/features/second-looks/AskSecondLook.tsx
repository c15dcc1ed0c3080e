// @bundle route
import { useAskSecondLookMutation } from '@konsil/api/second-looks';
import { shortDoctorName } from '@konsil/cases';
import type { ProcessOverview } from '@konsil/contracts/cases';
import { askSecondLookSchema, type AskSecondLook as Asked } from '@konsil/contracts/second-looks';
import { useZodForm } from '@konsil/forms/forms';
import { useCommon, useTexts } from '@konsil/i18n';
import { Button, ErrorSummary, Form, FormActions, TextArea, useToast } from '@konsil/ui';
import { Controller } from 'react-hook-form';
import { ColleagueField } from './ColleagueField';
import { secondLookTexts } from './texts';

const empty: Asked = { colleague: '', question: '' };

/** The colleague and the question. */
export function AskSecondLook({ theCase, close }: { theCase: ProcessOverview; close: () => void }) {
  const { t } = useTexts(secondLookTexts);
  const { t: common } = useCommon();
  const toast = useToast();
  const [ask] = useAskSecondLookMutation();
  const name = theCase.account_name;
  const { form, field, errorOf, onSubmit, summary, busy } = useZodForm({
    schema: askSecondLookSchema,
    defaultValues: empty,
    act: async (body) => {
      const { reader } = await ask({ caseId: theCase.id, body }).unwrap();
      toast({ text: t('inCase.sent', { name, colleague: shortDoctorName(reader.name) }), tone: 'success' });
      close();
    },
    scope: 'second-look-',
  });
  return (
    <Form onSubmit={(event) => void onSubmit(event)}>
      <ErrorSummary {...summary} />
      <Controller
        control={form.control}
        name="colleague"
        render={({ field: colleague }) => (
          <ColleagueField
            field={colleague}
            label={t('inCase.colleague')}
            hint={t('inCase.hint')}
            error={errorOf('colleague')}
            except={theCase.doctor.id}
          />
        )}
      />
      <TextArea
        label={t('inCase.question')}
        hint={t('inCase.questionHint', { name })}
        rows={4}
        {...field('question')}
      />
      <FormActions>
        <Button type="submit" busy={busy}>
          {t('inCase.send')}
        </Button>
        <Button variant="quiet" onClick={close}>
          {common('words.cancel')}
        </Button>
      </FormActions>
    </Form>
  );
}
