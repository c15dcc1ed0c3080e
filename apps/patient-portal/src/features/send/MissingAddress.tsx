import { useGetPatientQuery, useUpdatePatientMutation } from '@konsil/api/patients';
import { WaitingForDraft } from '@konsil/common';
import type { Patient } from '@konsil/contracts/patients';
import { useDraft } from '@konsil/drafts/drafts';
import { useCommon, useTexts } from '@konsil/i18n';
import { Loaded } from '@konsil/portal-frame';
import { Card, Stack, Text, useToast } from '@konsil/ui';
import { PatientForm } from '../patients/PatientForm.tsx';
import type { PatientDraft } from '../patients/PatientForm.tsx';
import { sendTexts } from './texts.ts';

/** Asks for the address of the patient where the case is sent; `onSaved` runs once it is stored. */
export function MissingAddress({ patientId, onSaved }: { patientId: string; onSaved: () => void }) {
  const result = useGetPatientQuery(patientId);
  return <Loaded result={result}>{(patient) => <Address patient={patient} onSaved={onSaved} />}</Loaded>;
}

function Address({ patient, onSaved }: { patient: Patient; onSaved: () => void }) {
  const { t } = useTexts(sendTexts);
  const { t: common } = useCommon();
  const toast = useToast();
  const [update] = useUpdatePatientMutation();
  // A draft of its own: unsaved changes of the whole record must not be saved unseen.
  const draft = useDraft<PatientDraft>(`address:${patient.id}`);
  return (
    <Card>
      <Stack gap={4}>
        <Text as="p">{t('blocked.addressWhy')}</Text>
        {draft.status === 'loading' ? (
          <WaitingForDraft />
        ) : (
          <PatientForm
            addressOnly
            patient={patient}
            draft={draft}
            save={async (body, version) => {
              await update({ id: patient.id, body: { ...body, version } }).unwrap();
              toast({ text: common('toasts.saved') });
              onSaved();
            }}
          />
        )}
      </Stack>
    </Card>
  );
}
