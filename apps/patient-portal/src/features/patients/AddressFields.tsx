import type { FieldBinding } from '@konsil/forms/forms';
import { CountryField } from '@konsil/common';
import { useCommon, useTexts } from '@konsil/i18n';
import { Row, Section, Stack, TextField } from '@konsil/ui';
import { patientPageTexts } from './texts.ts';

type AddressName = 'street' | 'house_number' | 'zipcode' | 'city' | 'state' | 'country';

/** The address of a person. */
export function AddressFields({
  bind,
  country,
}: {
  bind: <N extends AddressName>(name: N) => FieldBinding<N>;
  /** The chosen country, which the list must contain. */
  country: string;
}) {
  const { t } = useTexts(patientPageTexts);
  const { t: common } = useCommon();
  const optional = common('words.optional');
  return (
    <Section title={t('form.address')}>
      <Stack gap={5}>
        <TextField label={common('fields.street')} autoComplete="address-line1" {...bind('street')} />
        <Row align="start" gap={4}>
          <TextField width="short" label={common('fields.house_number')} autoComplete="off" {...bind('house_number')} />
          <TextField
            width="short"
            inputMode="numeric"
            label={common('fields.zipcode')}
            autoComplete="postal-code"
            {...bind('zipcode')}
          />
        </Row>
        <TextField label={common('fields.city')} autoComplete="address-level2" {...bind('city')} />
        <TextField
          label={common('fields.state')}
          optional={optional}
          autoComplete="address-level1"
          {...bind('state')}
        />
        <CountryField label={common('fields.country')} value={country} {...bind('country')} />
      </Stack>
    </Section>
  );
}
