// @bundle route
import { letterRecipientSchema, type LetterRecipient } from '@konsil/contracts/letter-recipients';
import { useZodForm } from '@konsil/forms/forms';
import { useCommon, useTexts } from '@konsil/i18n';
import { Button, Dialog, ErrorSummary, Form, TextField, useToast } from '@konsil/ui';
import { recipientTexts } from './texts.ts';

interface RecipientFormProps {
  open: boolean;
  /** The one to change; undefined for a new one. */
  before: LetterRecipient | undefined;
  onClose: () => void;
  onSave: (recipient: LetterRecipient) => Promise<unknown>;
}

const formId = 'letter-recipient';

/** Name and address of one recipient. */
export function RecipientForm({ open, before, onClose, onSave }: RecipientFormProps) {
  const { t } = useTexts(recipientTexts);
  const { t: common } = useCommon();
  const toast = useToast();
  const { field, summary, onSubmit, busy } = useZodForm({
    schema: letterRecipientSchema,
    defaultValues: before ?? { name: '', addition: '', street: '', place: '' },
    act: async (recipient) => {
      await onSave(recipient);
      toast({ text: t('saved') });
    },
    scope: 'recipient-',
  });
  return (
    <Dialog
      open={open}
      onClose={onClose}
      closeLabel={common('words.cancel')}
      title={t(before ? 'changeTitle' : 'addTitle')}
      footer={
        <>
          <Button variant="secondary" onClick={onClose}>
            {common('words.cancel')}
          </Button>
          <Button type="submit" form={formId} busy={busy}>
            {common('words.save')}
          </Button>
        </>
      }
    >
      <Form id={formId} onSubmit={(event) => void onSubmit(event)}>
        <ErrorSummary {...summary} />
        <TextField {...field('name')} label={t('name')} />
        <TextField
          {...field('addition')}
          label={t('addition')}
          hint={t('additionHint')}
          optional={common('words.optional')}
        />
        <TextField {...field('street')} label={t('street')} />
        <TextField {...field('place')} label={t('place')} />
      </Form>
    </Dialog>
  );
}
