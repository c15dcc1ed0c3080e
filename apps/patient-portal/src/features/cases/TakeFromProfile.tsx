// @bundle route
import { useGetHealthProfileQuery } from '@konsil/api/patients';
import { differingTopics, healthTextsIn, type HealthTexts } from '@konsil/contracts/health-profile';
import { useCommon, useFormat, useTexts } from '@konsil/i18n';
import { Alert, Button } from '@konsil/ui';
import { casePageTexts } from './texts.ts';

export interface TakeFromProfileProps {
  patientId: string;
  /** The texts in the form. */
  written: HealthTexts;
  onTake: (texts: HealthTexts) => void;
}

/** Offers texts of the health profile that differ from the form; they are copied only on request. */
export function TakeFromProfile({ patientId, written, onTake }: TakeFromProfileProps) {
  const { t } = useTexts(casePageTexts);
  const { t: common } = useCommon();
  const format = useFormat();
  const { currentData: profile } = useGetHealthProfileQuery(patientId);
  const others = profile?.confirmed_at ? differingTopics(profile, written) : [];
  if (!profile?.confirmed_at || others.length === 0) return null;
  return (
    <Alert
      title={t('forms.profile')}
      action={
        <Button variant="secondary" size="small" onClick={() => onTake(healthTextsIn(profile))}>
          {t('forms.takeProfile')}
        </Button>
      }
    >
      {t('forms.profileText', {
        topics: format.list(others.map((topic) => common(`codes.anamnesisTopic.${topic}`))),
        day: format.day(profile.confirmed_at),
      })}
    </Alert>
  );
}
