import { CountryField } from '@konsil/common';
import { useCommon } from '@konsil/i18n';
import { TextField } from '@konsil/ui';
import type { ProfileFormOf } from './profile-form.ts';

/** The account holder's address. */
export function AddressFields({ profile: { form, field } }: { profile: ProfileFormOf }) {
  const { t: c } = useCommon();
  const optional = c('words.optional');
  return (
    <>
      <TextField {...field('street')} label={c('fields.street')} autoComplete="address-line1" />
      <TextField {...field('house_number')} label={c('fields.house_number')} width="short" autoComplete="off" />
      <TextField
        {...field('zipcode')}
        label={c('fields.zipcode')}
        width="short"
        inputMode="numeric"
        autoComplete="postal-code"
      />
      <TextField {...field('city')} label={c('fields.city')} autoComplete="address-level2" />
      <TextField {...field('state')} label={c('fields.state')} optional={optional} autoComplete="address-level1" />
      <CountryField {...field('country')} label={c('fields.country')} value={form.watch('country') ?? ''} />
    </>
  );
}
