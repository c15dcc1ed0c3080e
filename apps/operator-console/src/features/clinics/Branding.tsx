import { useState } from 'react';
import { useController, useWatch } from 'react-hook-form';
import type { Control } from 'react-hook-form';
import { newPictureReader, pictureUrl } from '@konsil/api/picture-file';
import type { PictureFault } from '@konsil/api/picture-file';
import { contrastWithWhite, isReadableAccent, leastContrast } from '@konsil/contracts/accent-color';
import type { ClinicFields } from '@konsil/contracts/console-clinics';
import { pictureFormats } from '@konsil/contracts/pictures';
import type { FieldBinding } from '@konsil/forms/forms';
import { useCommon, useFormat, useTexts } from '@konsil/i18n';
import { Button, ClinicBand, FileButton, RemoveIcon, Row, Stack, Text, TextField, UploadIcon } from '@konsil/ui';
import { clinicsTexts } from './texts';

export interface BrandingProps {
  control: Control<ClinicFields>;
  accent: FieldBinding<'accent'>;
  /** The logo that the server has. */
  known: string | null;
}

/** Logo and colour, with a preview and the contrast of the colour. */
export function Branding({ control, accent, known }: BrandingProps) {
  const { t } = useTexts(clinicsTexts);
  const { t: c } = useCommon();
  const format = useFormat();
  const {
    field: { value: logo, onChange },
    fieldState: { invalid },
  } = useController({ control, name: 'logo' });
  const [name, typed] = useWatch({ control, name: ['name', 'accent'] });
  const [fault, setFault] = useState<PictureFault | null>(null);
  const [readPicture] = useState(newPictureReader);
  const color = typed.trim().toLowerCase();
  const contrast = contrastWithWhite(color);
  const readable = isReadableAccent(color);
  const shown = logo === undefined ? known : logo && pictureUrl(logo);
  const choose = async ([file]: File[]) => {
    if (!file) return;
    const read = await readPicture(file);
    if (!read) return;
    setFault('fault' in read ? read.fault : null);
    if ('base64' in read) onChange(read.base64);
  };
  return (
    <Stack gap={4}>
      <TextField
        {...accent}
        label={t('fields.accent')}
        hint={t('fields.accentHint')}
        optional={c('words.optional')}
        width="short"
        autoComplete="off"
        spellCheck={false}
      />
      <p role="status">
        {contrast !== null &&
          t(readable ? 'fields.accentGood' : 'fields.accentBad', {
            // Rounded down, so that 4.49 does not read as enough.
            contrast: format.number(Math.floor(contrast * 10) / 10),
            least: format.number(leastContrast),
          })}
      </p>
      <Stack gap={2}>
        <Text as="p" strong>
          {t('fields.logo')}
        </Text>
        <Text as="p" tone="muted">
          {t('fields.logoHint')}
        </Text>
        <Row>
          <FileButton
            label={t('fields.logoChoose')}
            icon={<UploadIcon />}
            input={{ accept: pictureFormats }}
            onFiles={(files) => void choose(files)}
          />
          {shown && (
            <Button variant="quiet" icon={<RemoveIcon />} onClick={() => onChange(null)}>
              {t('fields.logoRemove')}
            </Button>
          )}
        </Row>
        <div role="alert">
          {(fault || invalid) && (
            <Text tone="danger">{t(fault === 'tooLarge' ? 'fields.logoTooLarge' : 'fields.logoUnreadable')}</Text>
          )}
        </div>
      </Stack>
      {(shown || readable) && (
        <Stack gap={2}>
          <Text as="p" tone="muted">
            {t('fields.preview')}
          </Text>
          <ClinicBand logo={shown ?? null} accent={readable ? color : ''}>
            {name}
          </ClinicBand>
        </Stack>
      )}
    </Stack>
  );
}
