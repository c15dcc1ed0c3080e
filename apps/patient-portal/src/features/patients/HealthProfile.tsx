import { useConfirmHealthProfileMutation, useGetHealthProfileQuery } from '@konsil/api/patients';
import { LoadFailed, useAction, Waiting } from '@konsil/common';
import { TopicDetail } from '@konsil/cases';
import { healthTopics, type HealthProfile as Profile } from '@konsil/contracts/health-profile';
import { topicText } from '@konsil/contracts/medication';
import { useCommon, useFormat, useTexts } from '@konsil/i18n';
import { AddIcon, Button, ButtonLink, Card, DoneIcon, EmptyState, Row, Section, Text, TextLink } from '@konsil/ui';
import { paths } from '../paths.ts';
import { Confirmed, Topics } from './health-parts.ts';
import { patientPageTexts } from './texts.ts';

/** A person's health profile, and the day of its last confirmation. `fixed`: of an archived person. */
export function HealthProfile({ patientId, fixed }: { patientId: string; fixed: boolean }) {
  const { t } = useTexts(patientPageTexts);
  const { currentData: profile, error, refetch } = useGetHealthProfileQuery(patientId);
  const saved = profile !== undefined && profile.version > 0;
  const content = () => {
    if (!profile) return error ? <LoadFailed problem={error} onRetry={refetch} /> : <Waiting rows={2} />;
    if (saved) return <Kept patientId={patientId} profile={profile} fixed={fixed} />;
    return (
      <Card padding="none">
        <EmptyState
          action={
            !fixed && (
              <ButtonLink variant="secondary" to={paths.health(patientId)} icon={<AddIcon />}>
                {t('health.begin')}
              </ButtonLink>
            )
          }
        >
          {t('health.empty')}
        </EmptyState>
      </Card>
    );
  };
  return (
    <Section
      id="health"
      title={t('health.title')}
      action={
        saved &&
        !fixed && (
          <TextLink to={paths.health(patientId)} aria-label={t('health.editTitle')}>
            {t('page.edit')}
          </TextLink>
        )
      }
    >
      {content()}
    </Section>
  );
}

function Kept({ patientId, profile, fixed }: { patientId: string; profile: Profile; fixed: boolean }) {
  const { t } = useTexts(patientPageTexts);
  const { t: common } = useCommon();
  const format = useFormat();
  const act = useAction();
  const [confirm, { isLoading }] = useConfirmHealthProfileMutation();
  const { version, changed_at: changed, confirmed_at: confirmed } = profile;
  return (
    <Card padding="none">
      <Topics>
        {healthTopics.map((topic) => (
          <div key={topic}>
            <dt>{common(`codes.anamnesisTopic.${topic}`)}</dt>
            <dd>
              {topicText(profile, topic) ? (
                <TopicDetail topic={topic} anamnesis={profile} reader="patient">
                  <Text as="p" preserveLines>
                    {profile[topic]}
                  </Text>
                </TopicDetail>
              ) : (
                <Text tone="muted">{t('page.none')}</Text>
              )}
            </dd>
          </div>
        ))}
      </Topics>
      <Confirmed>
        <Row gap={2} wrap={false}>
          <DoneIcon />
          <span>
            {confirmed && t('health.confirmed', { day: format.day(confirmed) })}
            {changed && confirmed && changed !== confirmed && ` ${t('health.changed', { day: format.day(changed) })}`}
          </span>
        </Row>
        {!fixed && (
          <Button
            variant="quiet"
            size="small"
            busy={isLoading}
            onClick={() => void act(confirm({ id: patientId, version }).unwrap(), { text: t('health.confirmedNow') })}
          >
            {t('health.confirm')}
          </Button>
        )}
      </Confirmed>
    </Card>
  );
}
