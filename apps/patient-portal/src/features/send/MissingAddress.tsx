import { useGetPatientQuery, useUpdatePatientMutation } from '@konsil/api/patients';
import { LoadFailed, Waiting, WaitingForDraft } from '@konsil/common';
import type { Patient } from '@konsil/contracts/patients';
import { useDraft } from '@konsil/drafts/drafts';
import { useCommon, useTexts } from '@konsil/i18n';
import { Card, Stack, Text, useToast } from '@konsil/ui';
import { PatientForm } from '../patients/PatientForm.tsx';
import type { PatientDraft } from '../patients/PatientForm.tsx';
import { sendTexts } from './texts.ts';

/**
 * Asks for the address of the patient where the case is sent. `onSaved` runs once it is stored; the form waits for it, so
 * that nobody saves again meanwhile.
 */
export function MissingAddress({ patientId, onSaved }: { patientId: string; onSaved: () => Promise<unknown> }) {
  const { currentData: patient, error, refetch } = useGetPatientQuery(patientId);
  if (patient) return <Address patient={patient} onSaved={onSaved} />;
  return error ? <LoadFailed problem={error} onRetry={refetch} /> : <Waiting rows={3} />;
}

function Address({ patient, onSaved }: { patient: Patient; onSaved: () => Promise<unknown> }) {
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
            save={(body, version) => update({ id: patient.id, body: { ...body, version } }).unwrap()}
            onSaved={() => {
              toast({ text: common('toasts.saved') });
              return onSaved();
            }}
          />
        )}
      </Stack>
    </Card>
  );
}
