import { countryIn, useCommon, useLocale } from '@konsil/i18n';
import { SelectField } from '@konsil/ui';
import type { SelectFieldProps } from '@konsil/ui';

/** ISO 3166-1. */
const codes =
  'AD AE AF AG AL AM AO AR AT AU AZ BA BB BD BE BF BG BH BI BJ BN BO BR BS BT BW BY BZ CA CD CF CG CH CI CL CM CN CO CR CU CV CY CZ DE DJ DK DM DO DZ EC EE EG ER ES ET FI FJ FM FR GA GB GD GE GH GM GN GQ GR GT GW GY HK HN HR HT HU ID IE IL IN IQ IR IS IT JM JO JP KE KG KH KI KM KN KP KR KW KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MG MH MK ML MM MN MO MR MT MU MV MW MX MY MZ NA NE NG NI NL NO NP NR NZ OM PA PE PG PH PK PL PS PT PW PY QA RO RS RU RW SA SB SC SD SE SG SI SK SL SM SN SO SR SS ST SV SY SZ TD TG TH TJ TL TM TN TO TR TT TV TW TZ UA UG US UY UZ VA VC VE VN VU WS XK YE ZA ZM ZW'.split(
    ' ',
  );
/** Listed first: where most patients live. */
const near = ['DE', 'AT', 'CH'];

/** The name of a country, as it is stored in a record. */
export const countryName = (code: string, locale: string): string =>
  new Intl.DisplayNames(locale, { type: 'region' }).of(code) ?? code;

/** A country from a list. A name that was typed before, or chosen in the other language, stays in the record. */
export function CountryField({ value, ...props }: Omit<SelectFieldProps, 'options' | 'value'> & { value: string }) {
  const { t } = useCommon();
  const locale = useLocale();
  const names = codes.map((code) => countryName(code, locale)).sort((a, b) => a.localeCompare(b, locale));
  const chosen = countryIn(value, locale);
  const listed = [...new Set([...near.map((code) => countryName(code, locale)), ...(value ? [chosen] : []), ...names])];
  return (
    <SelectField
      {...props}
      optional={t('words.optional')}
      autoComplete="country-name"
      placeholder=""
      options={listed.map((name) => ({ value: name === chosen ? value : name, label: name }))}
    />
  );
}
