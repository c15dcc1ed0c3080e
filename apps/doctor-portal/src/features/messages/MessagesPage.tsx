import { useTexts } from '@konsil/i18n';
import { MessageOverview } from '@konsil/messages';
import { AddIcon, ButtonLink, Page, PageTitle } from '@konsil/ui';
import { paths } from '../paths';
import { messagePageTexts } from './texts';

/** The messages of all cases. */
export default function MessagesPage() {
  const { t } = useTexts(messagePageTexts);
  const write = (
    <ButtonLink icon={<AddIcon />} to={paths.newMessage}>
      {t('new')}
    </ButtonLink>
  );
  return (
    <Page width="wide">
      <PageTitle actions={write}>{t('title')}</PageTitle>
      <MessageOverview hrefOf={({ case_id, patient }) => paths.caseMessages({ id: case_id, patient })} />
    </Page>
  );
}
