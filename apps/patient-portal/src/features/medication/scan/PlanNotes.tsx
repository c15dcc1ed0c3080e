// @bundle route
import { practiceToday, useFormat, useTexts } from '@konsil/i18n';
import { Alert, Stack, Text } from '@konsil/ui';
import type { ScannedPlan } from '../plan/scanned-plan.ts';
import { ownMedicationTexts } from '../texts.ts';

// Half a year: a plan is printed again with every change.
const oldAfterDays = 182;
const dayMs = 86_400_000;
const isOld = (printed: string): boolean => Date.parse(practiceToday()) - Date.parse(printed) > oldAfterDays * dayMs;

/** Notes on a plan before it is taken over: its age, missing pages, what could not be read, what is left out. */
export function PlanNotes({ plan, missing }: { plan: ScannedPlan; missing: number[] }) {
  const { t } = useTexts(ownMedicationTexts);
  const format = useFormat();
  const [{ printedOn, about }] = plan;
  const unread = plan.flatMap((page) => page.unread);
  const hasNumbersOnly = plan.some(({ medicines }) =>
    medicines.some(({ trade_name: trade, ingredients }) => !trade && ingredients.every(({ name }) => !name)),
  );
  const others = [
    about.weight && t('scanned.about.weight', { value: about.weight }),
    about.height && t('scanned.about.height', { value: about.height }),
    about.creatinine && t('scanned.about.creatinine', { value: about.creatinine }),
    about.pregnant && t('scanned.about.pregnant'),
    about.breastFeeding && t('scanned.about.breastFeeding'),
    about.text,
  ].filter((one): one is string => Boolean(one));
  return (
    <>
      {printedOn === null && <Alert tone="warning">{t('scanned.undated')}</Alert>}
      {printedOn !== null && isOld(printedOn) && (
        <Alert tone="warning">{t('scanned.old', { day: format.day(printedOn) })}</Alert>
      )}
      {missing.length > 0 && (
        <Alert tone="warning">
          {t('scanned.pageLeftOut', { pages: format.list(missing.map(String)), count: missing.length })}
        </Alert>
      )}
      {hasNumbersOnly && <Alert title={t('scanned.numbers')}>{t('scanned.numbersText')}</Alert>}
      {unread.length > 0 && (
        <Alert tone="warning" title={t('scanned.unread')}>
          <Stack as="ul" gap={1}>
            {unread.map(({ kind, text }, at) => (
              <li key={`${at} ${text}`}>{t(`scanned.unreadKinds.${kind}`, { text })}</li>
            ))}
          </Stack>
        </Alert>
      )}
      {others.length > 0 && (
        <Text as="p" tone="muted" size="small">
          {t('scanned.others', { facts: format.list(others) })}
        </Text>
      )}
    </>
  );
}
