import { useShareCaseMutation } from '@konsil/api/cases';
import { useZodForm } from '@konsil/forms/forms';
import { shortDoctorName } from '@konsil/cases';
import { caseRoutes } from '@konsil/contracts/cases';
import type { ProcessOverview } from '@konsil/contracts/cases';
import { useCommon, useTexts } from '@konsil/i18n';
import { Button, Dialog, ErrorSummary, Form, FormActions, useToast } from '@konsil/ui';
import { ConsentField } from '../consent/ConsentField.tsx';
import { casePageTexts } from './texts.ts';

interface Props {
  theCase: ProcessOverview;
}

/** The form to share a case again, in a dialog. */
export function ShareAgainDialog({ theCase, open, onClose }: Props & { open: boolean; onClose: () => void }) {
  const { t } = useTexts(casePageTexts);
  const { t: common } = useCommon();
  const doctor = shortDoctorName(theCase.doctor.name);
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={t('page.shareTitle', { doctor })}
      description={t('page.shareText', { doctor })}
      closeLabel={common('words.close')}
    >
      {open && <ShareForm theCase={theCase} close={onClose} />}
    </Dialog>
  );
}

function ShareForm({ theCase, close }: Props & { close: () => void }) {
  const { t } = useTexts(casePageTexts);
  const { t: common } = useCommon();
  const toast = useToast();
  const [share] = useShareCaseMutation();
  const doctor = shortDoctorName(theCase.doctor.name);
  const { field, onSubmit, summary, busy } = useZodForm({
    schema: caseRoutes.shareCase.body,
    defaultValues: {},
    guard: false,
    act: async (body) => {
      await share({ id: theCase.id, body }).unwrap();
      toast({ text: t('page.shared', { doctor }) });
      close();
    },
  });
  return (
    <Form onSubmit={(event) => void onSubmit(event)}>
      <ErrorSummary {...summary} />
      <ConsentField patient={theCase.patient} doctor={theCase.doctor.name} {...field('consent')} />
      <FormActions>
        <Button type="submit" busy={busy}>
          {t('page.share', { doctor })}
        </Button>
        <Button variant="quiet" onClick={close}>
          {common('words.cancel')}
        </Button>
      </FormActions>
    </Form>
  );
}
