import { excerptOf } from '@konsil/cases';
import type { Dashboard } from '@konsil/contracts/cases';
import { useFormat, useTexts } from '@konsil/i18n';
import { Card, MailIcon, MessagesIcon, Row, Section, SeenIcon, Stack, Text, TextLink, TodosIcon } from '@konsil/ui';
import { paths } from '../paths.ts';
import { dashboardTexts } from './texts.ts';

/** Beside the main thing: the newest answer, what is open, who saw my data. */
export function Aside({ dashboard: { newest_answers: answers, open_todos: todos, unread_messages: unread } }: { dashboard: Dashboard }) {
  const { t } = useTexts(dashboardTexts);
  const format = useFormat();
  const newest = answers[0];
  return (
    <Stack gap={4}>
      {newest && (
        <Section title={t('newestAnswer')}>
          <Card>
            <Stack gap={3}>
              <Text as="p" tone="muted" size="small"><Row gap={2} as="span" wrap={false}><MailIcon />{newest.answer.answered_by}, {format.dayLong(newest.answer.answered_at)}</Row></Text>
              <blockquote>{t('quote', { text: excerptOf(newest.answer.answer, 160) })}</blockquote>
              <TextLink standalone to={paths.answer(newest.case_id, newest.answer.id)}>{t('readAnswer')}</TextLink>
            </Stack>
          </Card>
        </Section>
      )}
      <Stack gap={1}>
        {todos > 0 && <TextLink standalone to={paths.todos}><TodosIcon />{t('todos', { count: todos })}</TextLink>}
        {unread > 0 && <TextLink standalone to={paths.messages}><MessagesIcon />{t('messages', { count: unread })}</TextLink>}
        <TextLink standalone to={paths.privacy}><SeenIcon />{t('whoSaw')}</TextLink>
      </Stack>
    </Stack>
  );
}
