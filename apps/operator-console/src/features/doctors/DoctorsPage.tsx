import { useTexts } from '@konsil/i18n';
import { Page, PageTitle, Stack } from '@konsil/ui';
import { InviteMany } from './InviteMany';
import { InviteOne } from './InviteOne';
import { doctorsTexts } from './texts';

/** Invites doctors singly or from a table. */
export default function DoctorsPage() {
  const { t } = useTexts(doctorsTexts);
  return (
    <Page>
      <PageTitle lead={t('lead')}>{t('title')}</PageTitle>
      <Stack gap={5}>
        <InviteOne />
        <InviteMany />
      </Stack>
    </Page>
  );
}
