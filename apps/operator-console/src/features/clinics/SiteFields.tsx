import { useFieldArray } from 'react-hook-form';
import type { Control, FieldPath } from 'react-hook-form';
import { mostSites } from '@konsil/contracts/console-clinics';
import type { ClinicFields } from '@konsil/contracts/console-clinics';
import type { FieldBinding } from '@konsil/forms/forms';
import { useCommon, useTexts } from '@konsil/i18n';
import { AddIcon, Button, Fieldset, RemoveIcon, Row, Stack, TextField } from '@konsil/ui';
import { clinicsTexts } from './texts';

export interface SiteFieldsProps {
  control: Control<ClinicFields>;
  bind: <N extends FieldPath<ClinicFields>>(name: N) => FieldBinding<N>;
}

/** The places of a clinic, with their addresses. */
export function SiteFields({ control, bind }: SiteFieldsProps) {
  const { t } = useTexts(clinicsTexts);
  const { t: c } = useCommon();
  const { fields, append, remove } = useFieldArray({ control, name: 'sites', keyName: 'key' });
  return (
    <Stack gap={5}>
      {fields.length === 0 && <p>{t('sites.none')}</p>}
      {fields.map(({ key }, index) => {
        const number = index + 1;
        return (
          <Fieldset key={key} legend={t('sites.site', { number })}>
            <Stack gap={3}>
              <TextField {...bind(`sites.${index}.name`)} label={t('sites.name')} optional={c('words.optional')} />
              <TextField {...bind(`sites.${index}.street`)} label={t('sites.street')} optional={c('words.optional')} />
              <TextField
                {...bind(`sites.${index}.zipcode`)}
                label={t('sites.zipcode')}
                optional={c('words.optional')}
                width="short"
              />
              <TextField {...bind(`sites.${index}.city`)} label={t('sites.city')} />
              <TextField
                {...bind(`sites.${index}.phone`)}
                label={t('sites.phone')}
                optional={c('words.optional')}
                type="tel"
              />
              <Row>
                <Button
                  variant="quiet"
                  size="small"
                  icon={<RemoveIcon />}
                  aria-label={t('sites.remove', { number })}
                  onClick={() => remove(index)}
                >
                  {c('words.remove')}
                </Button>
              </Row>
            </Stack>
          </Fieldset>
        );
      })}
      {fields.length < mostSites && (
        <Row>
          <Button
            variant="secondary"
            icon={<AddIcon />}
            onClick={() => append({ name: '', street: '', zipcode: '', city: '', phone: '' })}
          >
            {t('sites.add')}
          </Button>
        </Row>
      )}
    </Stack>
  );
}
