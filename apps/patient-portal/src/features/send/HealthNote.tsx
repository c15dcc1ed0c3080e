// @bundle route
import { useSaveHealthProfileMutation } from '@konsil/api/patients';
import { useAction } from '@konsil/common';
import { differingTopics, healthTextsIn, healthTopics } from '@konsil/contracts/health-profile';
import { topicText } from '@konsil/contracts/medication';
import type { RequestPreview } from '@konsil/contracts/requests';
import { useCommon, useFormat, useTexts } from '@konsil/i18n';
import { Button, Row, Text } from '@konsil/ui';
import { sendTexts } from './texts.ts';

/** The difference between the case's texts and the health profile, with a button that keeps them for the next case. */
export function HealthNote({ patientId, preview }: { patientId: string; preview: RequestPreview }) {
  const { t } = useTexts(sendTexts);
  const { t: common } = useCommon();
  const format = useFormat();
  const act = useAction();
  const [save, { isLoading }] = useSaveHealthProfileMutation();
  const { anamnesis, health_profile: profile } = preview;
  const given = healthTopics.some((topic) => topicText(anamnesis, topic) !== '');
  const others = profile ? differingTopics(profile, anamnesis) : [];
  if (!profile && !given) return null;
  const keep = () =>
    act(save({ id: patientId, body: { ...healthTextsIn(anamnesis), version: profile?.version ?? 0 } }).unwrap(), {
      text: t('health.kept'),
    });
  if (profile?.confirmed_at && others.length === 0)
    return (
      <Text as="p" tone="muted" size="small">
        {t('health.same', { day: format.day(profile.confirmed_at) })}
      </Text>
    );
  return (
    <>
      {profile && (
        <Text as="p" tone="muted" size="small">
          {t('health.differs', { topics: format.list(others.map((topic) => common(`codes.anamnesisTopic.${topic}`))) })}
        </Text>
      )}
      <Row>
        <Button variant="secondary" size="small" busy={isLoading} onClick={() => void keep()}>
          {t(profile ? 'health.take' : 'health.keep')}
        </Button>
      </Row>
    </>
  );
}
