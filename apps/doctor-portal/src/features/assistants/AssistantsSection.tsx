import {
  useEndAssistantMutation,
  useInviteAssistantAgainMutation,
  useListAssistantsQuery,
} from '@konsil/api/assistants';
import { LoadFailed, useAction, Waiting } from '@konsil/common';
import type { Assistant } from '@konsil/contracts/assistant-states';
import { readableAddress } from '@konsil/contracts/mail-address';
import { useCommon, useFormat, useTexts } from '@konsil/i18n';
import { Button, Card, ConfirmDialog, List, ListRow, PersonIcon, Row, Section, Stack, Text } from '@konsil/ui';
import { useState } from 'react';
import { InviteAssistant } from './InviteAssistant';
import { assistantTexts } from './texts';

/** The people who work for the doctor, open invitations, those who did before, and the form for a new one. */
export function AssistantsSection({ id }: { id: string }) {
  const { t } = useTexts(assistantTexts);
  const { data, error, refetch } = useListAssistantsQuery();
  const current = data?.filter(({ state }) => state !== 'ended') ?? [];
  const past = data?.filter(({ state }) => state === 'ended') ?? [];
  return (
    <Section id={id} title={t('title')}>
      <p>{t('lead')}</p>
      {!data && !error && <Waiting label={t('loading')} rows={2} />}
      {!data && error && (
        <LoadFailed problem={error} onRetry={refetch}>
          {t('failed')}
        </LoadFailed>
      )}
      {data && (
        <Stack gap={4}>
          {current.length === 0 ? (
            <Text as="p" tone="muted">
              {t('none')}
            </Text>
          ) : (
            <List>
              {current.map((assistant) => (
                <AssistantRow key={assistant.id} assistant={assistant} />
              ))}
            </List>
          )}
          {past.length > 0 && (
            <details>
              <summary>{t('past', { count: past.length })}</summary>
              <List>
                {past.map((assistant) => (
                  <AssistantRow key={assistant.id} assistant={assistant} />
                ))}
              </List>
            </details>
          )}
          <Card>
            <InviteAssistant />
          </Card>
        </Stack>
      )}
    </Section>
  );
}

function AssistantRow({ assistant }: { assistant: Assistant }) {
  const { t } = useTexts(assistantTexts);
  const { t: common } = useCommon();
  const format = useFormat();
  const act = useAction();
  const [end, ending] = useEndAssistantMutation();
  const [again, inviting] = useInviteAssistantAgainMutation();
  const [asks, setAsks] = useState(false);
  const { id, state, name, since, ended_at: ended, last_sign_in_at: signedIn } = assistant;
  const email = assistant.email ? readableAddress(assistant.email) : '';
  const said = () => {
    const from = since ? format.day(since) : '';
    if (state === 'invited') return t('invited', { email, day: format.day(assistant.expires_at) });
    if (state === 'expired') return t('expired', { email });
    if (state === 'ended') return t('was', { since: from, until: format.day(ended ?? assistant.expires_at) });
    return [
      t('since', { day: from }),
      signedIn ? t('signedIn', { moment: format.moment(signedIn) }) : t('neverSignedIn'),
    ].join(' · ');
  };
  const confirm = async () => {
    await act(end(id).unwrap(), { text: t('ended') });
    setAsks(false);
  };
  const open = state === 'open';
  return (
    <ListRow
      icon={<PersonIcon />}
      title={name}
      detail={said()}
      actions={
        state !== 'ended' && (
          <Row gap={2}>
            {!open && (
              <Button
                variant="quiet"
                size="small"
                busy={inviting.isLoading}
                aria-label={t('againLabel', { name })}
                onClick={() => void act(again(id).unwrap(), { text: t('sentAgain') })}
              >
                {t('again')}
              </Button>
            )}
            {/* An invitation that was not accepted is taken back without a question. */}
            <Button
              variant="quiet"
              size="small"
              busy={!asks && ending.isLoading}
              aria-label={t(open ? 'endLabel' : 'takeBackLabel', { name })}
              onClick={() => (open ? setAsks(true) : void act(end(id).unwrap(), { text: t('tookBack') }))}
            >
              {t(open ? 'end' : 'takeBack')}
            </Button>
            <ConfirmDialog
              open={asks}
              tone="danger"
              title={t('endTitle', { name })}
              confirmLabel={t('end')}
              cancelLabel={common('words.cancel')}
              busy={ending.isLoading}
              onCancel={() => setAsks(false)}
              onConfirm={() => void confirm()}
            >
              {t('endText', { name })}
            </ConfirmDialog>
          </Row>
        )
      }
    />
  );
}
