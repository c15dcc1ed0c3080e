// @bundle route
import { useAnswerInvitationMutation, useListSharedPersonsQuery } from '@konsil/api/readers';
import { LoadFailed, useAction } from '@konsil/common';
import type { SharedPerson } from '@konsil/contracts/reader-states';
import { useFormat, useTexts } from '@konsil/i18n';
import { Avatar, Badge, Button, Card, List, ListLinkRow, Row, Section, Stack, Text } from '@konsil/ui';
import { paths } from '../paths.ts';
import { readerTexts } from './texts.ts';

/** Loads and shows the persons shared by others; renders nothing if there are none. */
export function SharedWithMe() {
  const { t } = useTexts(readerTexts);
  const { data, error, refetch } = useListSharedPersonsQuery(undefined, { refetchOnMountOrArgChange: true });
  if (error && !data)
    return (
      <LoadFailed problem={error} onRetry={refetch}>
        {t('mine.failed')}
      </LoadFailed>
    );
  return data && data.length > 0 ? <SharedPersons persons={data} /> : null;
}

/** Invitations to read along, each with its decision, and the persons that others share. */
export function SharedPersons({ persons, title }: { persons: readonly SharedPerson[]; title?: string }) {
  const { t } = useTexts(readerTexts);
  const format = useFormat();
  const open = persons.filter(({ state }) => state === 'open');
  return (
    <Stack>
      {persons
        .filter(({ state }) => state === 'invited')
        .map((invitation) => (
          <Invitation key={invitation.id} invitation={invitation} />
        ))}
      {open.length > 0 && (
        <Section title={title ?? t('mine.title')}>
          <List>
            {open.map(({ id, role, person, shared_by: name, until, waiting = 0 }) => (
              <ListLinkRow
                key={id}
                to={paths.sharedPerson(id)}
                icon={<Avatar name={person} voice="patient" />}
                title={person}
                state={
                  role === 'act' &&
                  (waiting > 0 ? (
                    <Badge tone="you">{t('mine.waiting', { count: waiting })}</Badge>
                  ) : (
                    <Badge>{t('mine.acts')}</Badge>
                  ))
                }
                detail={until ? t('mine.byUntil', { name, day: format.day(until) }) : t('mine.by', { name })}
              />
            ))}
          </List>
        </Section>
      )}
    </Stack>
  );
}

function Invitation({
  invitation: { id, role, person, shared_by: by, until, expires_at: expires },
}: {
  invitation: SharedPerson;
}) {
  const { t } = useTexts(readerTexts);
  const format = useFormat();
  const act = useAction();
  const [answer, { isLoading }] = useAnswerInvitationMutation();
  const say = (accepts: boolean) =>
    act(answer({ id, accepts }).unwrap(), { text: t(accepts ? 'mine.accepted' : 'mine.refused') });
  return (
    <Card>
      <Section title={by === person ? t('mine.invitationSelf', { by }) : t('mine.invitation', { by, person })}>
        <Stack gap={3}>
          <p>{t(role === 'act' ? 'mine.invitationToAct' : 'mine.invitationText', { by, person })}</p>
          <Text as="p" tone="muted">
            {t('mine.invitationUntil', { day: format.day(expires) })}{' '}
            {until && t('person.until', { day: format.day(until) })}
          </Text>
          <Row>
            <Button busy={isLoading} onClick={() => void say(true)}>
              {t('mine.accept')}
            </Button>
            <Button variant="secondary" busy={isLoading} onClick={() => void say(false)}>
              {t('mine.refuse')}
            </Button>
          </Row>
        </Stack>
      </Section>
    </Card>
  );
}
