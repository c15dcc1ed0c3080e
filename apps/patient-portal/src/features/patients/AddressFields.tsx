import { useEffect, useId, useState } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import type { FieldBinding } from '@konsil/forms/forms';
import { CountryField } from '@konsil/common';
import type { NewPatient } from '@konsil/contracts/patients';
import { useCommon, useLocale, useTexts } from '@konsil/i18n';
import { Button, Row, Section, SelectField, Stack, Text, TextField } from '@konsil/ui';
import { isCalled, partsOf, stateOptions } from './states.ts';
import { splitStreet } from './street.ts';
import { patientPageTexts } from './texts.ts';
import { townsOf } from './towns.ts';

type AddressName = 'street' | 'house_number' | 'zipcode' | 'city' | 'state' | 'country';

type AddressForm = Pick<UseFormReturn<NewPatient>, 'getValues' | 'setValue' | 'watch' | 'formState'>;

/** More towns than this are suggested while typing instead. */
const mostButtons = 8;

/**
 * Fills in the town of a German postcode, where it is the only one and none was typed. `choose` takes one of several; it
 * is replaced with the next postcode, like one that was filled in.
 */
const useTown = ({ form, zipcode, isGerman }: { form: AddressForm; zipcode: string; isGerman: boolean }) => {
  const [found, setFound] = useState<{ zipcode: string; towns: readonly string[] }>({ zipcode: '', towns: [] });
  const [filled, setFilled] = useState('');
  const [chosen, setChosen] = useState('');
  const { getValues, setValue } = form;
  const { isSubmitted } = form.formState;
  useEffect(() => {
    let current = true;
    void townsOf(isGerman ? zipcode : '').then((towns) => {
      if (!current) return;
      setFound({ zipcode, towns });
      const town = getValues('city');
      const only = towns.length === 1 ? (towns[0] ?? '') : '';
      if (town !== '' && town !== filled && town !== chosen) return;
      // A town that belongs to the corrected postcode as well is still right.
      if (town === chosen && towns.includes(town)) return;
      if (town !== only) setValue('city', only, { shouldDirty: true, shouldValidate: isSubmitted && only !== '' });
      setFilled(only);
    });
    return () => {
      current = false;
    };
    // Other changes of the form are no reason to fill in anything.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [zipcode, isGerman]);
  const choose = (town: string) => {
    setChosen(town);
    setValue('city', town, { shouldDirty: true, shouldValidate: isSubmitted });
  };
  return { towns: found.zipcode === zipcode ? found.towns : [], filled, choose };
};

/**
 * The address of a person. A house number typed behind the street, and the town of a postcode, are moved to their
 * fields.
 */
export function AddressFields({
  form,
  bind,
}: {
  form: AddressForm;
  bind: <N extends AddressName>(name: N) => FieldBinding<N>;
}) {
  const { t } = useTexts(patientPageTexts);
  const { t: common } = useCommon();
  const locale = useLocale();
  const optional = common('words.optional');
  const [country = '', state = '', zipcode = '', city = ''] = form.watch(['country', 'state', 'zipcode', 'city']);
  const parts = partsOf(country);
  const { towns, filled, choose } = useTown({ form, zipcode, isGerman: parts?.country === 'Deutschland' });
  const suggestions = useId();
  const set = (name: 'street' | 'house_number', value: string) =>
    form.setValue(name, value, { shouldDirty: true, shouldValidate: form.formState.isSubmitted });
  const divide = () => {
    const divided = form.getValues('house_number') ? null : splitStreet(form.getValues('street'));
    if (!divided) return;
    set('street', divided.street);
    set('house_number', divided.house_number);
  };
  const street = bind('street');
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
        <TextField
          label={common('fields.street')}
          hint={t('form.streetHint')}
          autoComplete="address-line1"
          {...street}
          onChange={async (event) => {
            await street.onChange(event);
            // Filled in by the browser, not typed.
            if (!(event.nativeEvent instanceof InputEvent)) divide();
          }}
          // Enter submits the form without leaving the field.
          onKeyDown={(event) => event.key === 'Enter' && divide()}
          onBlur={async (event) => {
            await street.onBlur(event);
            divide();
          }}
        />
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
        <Stack gap={2}>
          <TextField
            label={common('fields.city')}
            autoComplete="address-level2"
            {...(towns.length > 1 && { list: suggestions })}
            {...bind('city')}
          />
          {towns.length > 1 && (
            <datalist id={suggestions}>
              {towns.map((town) => (
                <option key={town} value={town} />
              ))}
            </datalist>
          )}
          <Text as="p" role="status" tone="muted" size="small">
            {towns.length > 1 && t('form.towns')}
            {filled !== '' && filled === city && t('form.townFilled', { town: city })}
          </Text>
          {towns.length > 1 && towns.length <= mostButtons && (
            <Row gap={2} role="group" aria-label={t('form.townChoice')}>
              {towns.map((town) => (
                <Button
                  key={town}
                  variant="secondary"
                  size="small"
                  aria-pressed={town === city}
                  onClick={() => choose(town)}
                >
                  {town}
                </Button>
              ))}
            </Row>
          )}
        </Stack>
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
