import type { UseFormReturn } from 'react-hook-form';
import type { FieldBinding } from '@konsil/forms/forms';
import { CountryField } from '@konsil/common';
import type { NewPatient } from '@konsil/contracts/patients';
import { useCommon, useLocale, useTexts } from '@konsil/i18n';
import { Row, Section, SelectField, Stack, TextField } from '@konsil/ui';
import { isCalled, partsOf, stateOptions } from './states.ts';
import { patientPageTexts } from './texts.ts';

type AddressName = 'street' | 'house_number' | 'zipcode' | 'city' | 'state' | 'country';

/** The address of a person. */
export function AddressFields({
  form,
  bind,
}: {
  form: Pick<UseFormReturn<NewPatient>, 'getValues' | 'setValue' | 'watch'>;
  bind: <N extends AddressName>(name: N) => FieldBinding<N>;
}) {
  const { t } = useTexts(patientPageTexts);
  const { t: common } = useCommon();
  const locale = useLocale();
  const optional = common('words.optional');
  const [country = '', state = ''] = form.watch(['country', 'state']);
  const parts = partsOf(country);
  const stateProps = {
    label: parts?.part === 'state' ? common('fields.state') : t(parts ? 'form.canton' : 'form.region'),
    optional,
    autoComplete: 'address-level1',
    ...bind('state'),
  };
  const { onChange: chooseCountry, ...countryProps } = bind('country');
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
        <CountryField
          label={common('fields.country')}
          value={country}
          {...countryProps}
          onChange={async (event) => {
            await chooseCountry(event);
            // A state of the previous country is none of this one; anything else typed stays.
            if (parts?.states.some((name) => isCalled(name, form.getValues('state') ?? ''))) form.setValue('state', '');
          }}
        />
        {parts ? (
          // With a key, so that the field takes up its value again with the options of another country.
          <SelectField
            key={parts.country}
            placeholder=""
            options={stateOptions(parts.states, { state, locale })}
            {...stateProps}
          />
        ) : (
          <TextField {...stateProps} />
        )}
      </Stack>
    </Section>
  );
}
