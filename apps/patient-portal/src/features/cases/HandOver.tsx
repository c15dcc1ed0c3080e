import { useState } from 'react';
import { useHandOverCaseMutation } from '@konsil/api/cases';
import { useZodForm } from '@konsil/api/forms';
import { comingWith, shortDoctorName } from '@konsil/cases';
import { caseRoutes } from '@konsil/contracts/cases';
import type { ProcessOverview } from '@konsil/contracts/cases';
import type { Doctor } from '@konsil/contracts/doctors';
import { useCommon, useFormat, useTexts } from '@konsil/i18n';
import { Button, CheckboxField, Dialog, ErrorSummary, Form, FormActions, HandOverIcon, Row } from '@konsil/ui';
import { useToast } from '@konsil/ui';
import { casePageTexts } from './texts.ts';

interface Props {
  theCase: ProcessOverview;
  doctor: Doctor;
}

/** Hands the case over to the doctor who was recommended, after a consent of its own. */
export function HandOver({ theCase, doctor }: Props) {
  const { t } = useTexts(casePageTexts);
  const { t: common } = useCommon();
  const [open, setOpen] = useState(false);
  const name = shortDoctorName(doctor.name);
  return (
    <>
      <Row><Button variant="secondary" icon={<HandOverIcon />} onClick={() => setOpen(true)}>{t('page.handover', { doctor: name })}</Button></Row>
      <Dialog open={open} onClose={() => setOpen(false)} title={t('page.handoverTitle', { doctor: name })} description={t('page.handoverText', { doctor: name })} closeLabel={common('words.close')}>
        {open && <HandOverForm theCase={theCase} doctor={doctor} close={() => setOpen(false)} />}
      </Dialog>
    </>
  );
}

function HandOverForm({ theCase, doctor, close }: Props & { close: () => void }) {
  const { t } = useTexts(casePageTexts);
  const { t: common } = useCommon();
  const format = useFormat();
  const toast = useToast();
  const [handOver] = useHandOverCaseMutation();
  const name = shortDoctorName(doctor.name);
  const { field, onSubmit, summary, busy } = useZodForm({
    schema: caseRoutes.handOverCase.body, defaultValues: { doctor: doctor.id }, guard: false,
    act: async (body) => {
      await handOver({ id: theCase.id, body }).unwrap();
      toast({ text: t('page.handedOver', { doctor: name }) });
      close();
    },
  });
  return (
    <Form onSubmit={(event) => void onSubmit(event)}>
      <ErrorSummary {...summary} />
      {comingWith(theCase).map((moment) => <p key={moment}><strong>{t('page.handoverAppointment', { moment: format.moment(moment), doctor: shortDoctorName(theCase.doctor.name) })}</strong></p>)}
      <CheckboxField label={t('page.handoverConsent', { doctor: doctor.name })} {...field('consent')} />
      <FormActions>
        <Button type="submit" busy={busy}>{t('page.handover', { doctor: name })}</Button>
        <Button variant="quiet" onClick={close}>{common('words.cancel')}</Button>
      </FormActions>
    </Form>
  );
}
