import { useState } from 'react';
import { Controller } from 'react-hook-form';
import * as z from 'zod/mini';
import { useHandOverCaseMutation } from '@konsil/api/cases';
import { useGetDoctorQuery, useListDoctorsQuery } from '@konsil/api/doctors';
import { useProveIdentityMutation } from '@konsil/api/passkeys';
import { problemOf } from '@konsil/api/problem';
import { useZodForm } from '@konsil/forms/forms';
import { futureAppointments, shortDoctorName } from '@konsil/cases';
import { caseRoutes } from '@konsil/contracts/cases';
import type { ProcessOverview } from '@konsil/contracts/cases';
import type { Doctor } from '@konsil/contracts/doctors';
import { useCommon, useFormat, useTexts } from '@konsil/i18n';
import { Button, Dialog, ErrorSummary, Form, FormActions, Text, useToast } from '@konsil/ui';
import { OwnPassword } from '../privacy/OwnPassword.tsx';
import { ConsentField } from '../consent/ConsentField.tsx';
import { DoctorField } from './DoctorField.tsx';
import { DoctorPrice } from './DoctorPrice.tsx';
import { casePageTexts } from './texts.ts';

interface Props {
  theCase: ProcessOverview;
  /** The recommended doctor; undefined lets the patient choose. */
  doctor: Doctor | undefined;
}
export interface HandOverDialogProps extends Props {
  open: boolean;
  onClose: () => void;
}

/** The form to hand a case over, in a dialog. */
export function HandOverDialog({ theCase, doctor, open, onClose }: HandOverDialogProps) {
  const { t } = useTexts(casePageTexts);
  const { t: common } = useCommon();
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={doctor ? t('page.handoverTitle', { doctor: shortDoctorName(doctor.name) }) : t('page.handoverChooseTitle')}
      closeLabel={common('words.close')}
    >
      {open && <HandOverForm theCase={theCase} doctor={doctor} close={onClose} />}
    </Dialog>
  );
}

function HandOverForm({ theCase, doctor, close }: Props & { close: () => void }) {
  const { t } = useTexts(casePageTexts);
  const { t: common } = useCommon();
  const format = useFormat();
  const toast = useToast();
  const [handOver] = useHandOverCaseMutation();
  const [prove] = useProveIdentityMutation();
  // Asked for only when the sign-in was long ago.
  const [asked, setAsked] = useState(false);
  const [proven, setProven] = useState(false);
  const { data: directory = [] } = useListDoctorsQuery();
  const before = shortDoctorName(theCase.doctor.name);
  const { form, field, errorOf, onSubmit, summary, busy } = useZodForm({
    schema: z.extend(caseRoutes.handOverCase.body, { current_password: z.string() }),
    defaultValues: { doctor: doctor?.id ?? '', current_password: '' },
    guard: false,
    at: { proof_needed: 'current_password' },
    act: async ({ current_password, ...body }) => {
      if (asked && !proven) {
        await prove({ current_password }).unwrap();
        setProven(true);
      }
      const { doctor: now } = await handOver({ id: theCase.id, body })
        .unwrap()
        .catch((error: unknown) => {
          if (problemOf(error).code === 'proof_needed') {
            setAsked(true);
            setProven(false);
          }
          throw error;
        });
      toast({ text: t('page.handedOver', { doctor: shortDoctorName(now.name) }) });
      close();
    },
  });
  const chosenId = form.watch('doctor');
  const chosen = doctor ?? directory.find(({ id }) => id === chosenId);
  // By id: the recommended doctor may be on a later page of the directory.
  const { currentData: priced } = useGetDoctorQuery(chosenId, { skip: chosenId === '' });
  const name = chosen && shortDoctorName(chosen.name);
  // A consent to one doctor does not extend to the next.
  const choose = (onChange: (id: string) => void) => (id: string) => {
    onChange(id);
    form.resetField('consent');
  };
  return (
    <Form onSubmit={(event) => void onSubmit(event)}>
      <ErrorSummary {...summary} />
      {!doctor && (
        <Controller
          control={form.control}
          name="doctor"
          render={({ field: { ref: _ref, onChange, ...own } }) => (
            <DoctorField {...own} except={theCase.doctor.id} onChange={choose(onChange)} error={errorOf('doctor')} />
          )}
        />
      )}
      <Text as="p">
        {name ? t('page.handoverText', { doctor: name, before }) : t('page.handoverTextChoose', { before })}
      </Text>
      {futureAppointments(theCase).map((moment) => (
        <p key={moment}>
          <strong>{t('page.handoverAppointment', { moment: format.placeMoment(moment), doctor: before })}</strong>
        </p>
      ))}
      {priced && <DoctorPrice doctor={priced} />}
      <ConsentField patient={theCase.patient} doctor={chosen?.name ?? t('page.handoverChosen')} {...field('consent')} />
      {asked && <OwnPassword field={field('current_password')} proven={proven} onProven={() => setProven(true)} />}
      <FormActions>
        <Button type="submit" busy={busy}>
          {name ? t('page.handover', { doctor: name }) : t('page.handoverDo')}
        </Button>
        <Button variant="quiet" onClick={close}>
          {common('words.cancel')}
        </Button>
      </FormActions>
    </Form>
  );
}
