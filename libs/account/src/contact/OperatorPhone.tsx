// @bundle route
import { writtenFor } from '@konsil/contracts/written';
import { useLocale, useTexts, withMarkup } from '@konsil/i18n';
import { usePortal } from '@konsil/portal-frame';
import { Stack, Text, TextLink } from '@konsil/ui';
import { helpTexts } from './texts.ts';

const marks = { tel: (number: string) => <TextLink to={`tel:${number.replace(/[^+\d]/g, '')}`}>{number}</TextLink> };

/** The operator's phone number and when somebody answers it; nothing if the operator has none. */
export function OperatorPhone() {
  const { t } = useTexts(helpTexts);
  const locale = useLocale();
  const { operator } = usePortal().config;
  if (!operator) return null;
  return (
    <Stack gap={1}>
      <p>{withMarkup(t('phone', { phone: operator.phone }), marks)}</p>
      {operator.hours && (
        <Text as="p" tone="muted">
          {t('hours', { hours: operator.hours[writtenFor(locale)[0]] })}
        </Text>
      )}
    </Stack>
  );
}
