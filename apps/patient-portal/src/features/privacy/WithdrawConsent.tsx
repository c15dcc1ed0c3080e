// @bundle route
import { useGetCaseQuery } from '@konsil/api/cases';
import { useWithdrawConsentMutation } from '@konsil/api/privacy';
import { futureAppointments } from '@konsil/cases';
import { useAction } from '@konsil/common';
import type { Consent } from '@konsil/contracts/privacy';
import { useCommon, useFormat, useTexts } from '@konsil/i18n';
import { ConfirmDialog, Stack } from '@konsil/ui';
import { endsByItself } from './consent-kinds.ts';
import { privacyTexts } from './texts.ts';

const asks = {
  health_data: 'consents.askText',
  send_to_doctor: 'consents.askText',
  second_look: 'consents.askSecondLook',
  deputy: 'consents.askDeputy',
  assistants: 'consents.askAssistants',
  clinic_pool: 'consents.askPool',
} as const;

/** Asks before a consent is withdrawn, and says which appointments end with it. */
export function WithdrawConsent({ consent, onClose }: { consent: Consent | null; onClose: () => void }) {
  const { t } = useTexts(privacyTexts);
  const { t: common } = useCommon();
  const format = useFormat();
  const act = useAction();
  const [withdraw, { isLoading }] = useWithdrawConsentMutation();
  const asked = useGetCaseQuery(consent?.case_id ?? '', { skip: !consent?.case_id });
  const confirm = async () => {
    if (consent) await act(withdraw(consent.id).unwrap(), { text: t('consents.done') });
    onClose();
  };
  return (
    <ConfirmDialog
      open={consent !== null}
      tone="danger"
      title={t('consents.askTitle')}
      confirmLabel={t('consents.withdraw')}
      cancelLabel={common('words.cancel')}
      busy={isLoading || asked.isFetching}
      onCancel={onClose}
      onConfirm={() => void confirm()}
    >
      <Stack gap={3}>
        {consent?.kind === 'health_data' ? (
          <>
            <p>{t('consents.askHealth')}</p>
            <p>{t('consents.askHealthThen')}</p>
          </>
        ) : (
          <p>
            {t(asks[consent?.kind ?? 'send_to_doctor'], {
              doctor: consent?.doctor_name ?? consent?.clinic_name ?? '',
              case: consent?.case_name ?? '',
            })}
          </p>
        )}
        {asked.currentData &&
          consent?.kind !== 'assistants' &&
          consent?.kind !== 'clinic_pool' &&
          !(consent && endsByItself(consent.kind)) &&
          futureAppointments(asked.currentData).map((moment) => (
            <p key={moment}>
              <strong>
                {t('consents.askAppointment', {
                  moment: format.placeMoment(moment),
                  doctor: consent?.doctor_name ?? '',
                })}
              </strong>
            </p>
          ))}
      </Stack>
    </ConfirmDialog>
  );
}
