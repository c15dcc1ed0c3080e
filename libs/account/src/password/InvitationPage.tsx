import { useSearchParams } from 'react-router-dom';
import { useTexts } from '@konsil/i18n';
import { registrationTexts } from '../registration/texts.ts';
import { SetPassword } from './SetPassword.tsx';

/** `/invitation?token=…` of the doctor portal. */
export function InvitationPage() {
  const { t } = useTexts(registrationTexts);
  const [query] = useSearchParams();
  return <SetPassword token={query.get('token') ?? ''} title={t('invitation.title')} lead={t('invitation.lead')} expired={t('invitation.expired')} />;
}
