import { useEndConsoleAbsenceMutation } from '@konsil/api/console-absences';
import { endConsoleAbsenceSchema } from '@konsil/contracts/console-absences';
import type { ConsoleDoctor, EndConsoleAbsence } from '@konsil/contracts/console-absences';
import { absenceEndReasons } from '@konsil/contracts/console-codes';
import { useZodForm } from '@konsil/forms/forms';
import { useCommon, useFormat, useTexts } from '@konsil/i18n';
import { Button, Dialog, ErrorSummary, Form, Text, useToast } from '@konsil/ui';
import { ReasonFields } from './ReasonFields';
import { doctorTexts } from './texts';

const formId = 'end-absence';

interface EndAbsenceProps {
  doctor: ConsoleDoctor;
  absence: ConsoleDoctor['absences'][number];
  onClose: () => void;
}

/** Ends an absence, or cancels a planned one, for a reason. */
export function EndAbsence({ doctor, absence: { id, from, to }, onClose }: EndAbsenceProps) {
  const { t } = useTexts(doctorTexts);
  const { t: c } = useCommon();
  const format = useFormat();
  const toast = useToast();
  const [end] = useEndConsoleAbsenceMutation();
  const { field, onSubmit, summary, busy } = useZodForm<{ reason: string; reference: string }, EndConsoleAbsence>({
    schema: endConsoleAbsenceSchema as never,
    defaultValues: { reason: '', reference: '' },
    guard: false,
    act: async (body) => {
      await end({ id, body }).unwrap();
      toast({ text: t('end.done'), tone: 'success' });
      onClose();
    },
    scope: 'end-',
  });
  return (
    <Dialog
      open
      onClose={onClose}
      closeLabel={c('words.close')}
      title={t('end.title')}
      description={t('end.days', { name: doctor.name, from: format.day(from), to: format.day(to) })}
      size="medium"
      footer={
        <>
          <Button variant="quiet" onClick={onClose}>
            {c('words.cancel')}
          </Button>
          <Button type="submit" form={formId} busy={busy}>
            {t('end.submit')}
          </Button>
        </>
      }
    >
      <Form id={formId} onSubmit={(event) => void onSubmit(event)}>
        <ErrorSummary {...summary} />
        <Text as="p">{t('end.effect')}</Text>
        <ReasonFields reasons={absenceEndReasons} reason={field('reason')} reference={field('reference')} />
      </Form>
    </Dialog>
  );
}
