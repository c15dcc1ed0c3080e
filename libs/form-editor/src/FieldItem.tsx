import { fieldKinds, hasChoices, mostChoices } from '@konsil/contracts/field-kinds';
import { writtenFor } from '@konsil/contracts/written';
import type { WrittenField } from '@konsil/contracts/specialty-forms';
import type { ZodForm } from '@konsil/forms/forms';
import { useLocale, useTexts } from '@konsil/i18n';
import {
  AddIcon,
  Button,
  CheckboxField,
  DownIcon,
  Fieldset,
  RemoveIcon,
  Row,
  SelectField,
  Stack,
  TextField,
  UpIcon,
} from '@konsil/ui';
import { useEffect, useRef, useState } from 'react';
import { useFieldArray, type Control } from 'react-hook-form';
import { isDecimal } from '@konsil/contracts/form-words';
import { FoldedField, Numbers, Pair } from './form-parts.ts';
import { formEditorTexts } from './texts.ts';

/** The form, and the version that it was opened with. */
export interface WrittenForm {
  version?: number | undefined;
  fields: WrittenField[];
}
export const emptyChoice = { label_de: '', label_en: '' };
export const emptyField: WrittenField = {
  kind: 'text',
  label_de: '',
  label_en: '',
  help_de: '',
  help_en: '',
  required: false,
  unit: '',
  min: '',
  max: '',
  choices: [],
};

interface FieldItemProps extends Pick<ZodForm<WrittenForm, WrittenForm>, 'field' | 'errorOf'> {
  control: Control<WrittenForm, unknown, WrittenForm>;
  index: number;
  count: number;
  written: WrittenField;
  onMove: (by: -1 | 1) => void;
  onRemove: () => void;
}

/** One field, collapsed to its question and kind; new ones and those with an error are expanded. */
export function FieldItem({ control, index, count, written, field, errorOf, onMove, onRemove }: FieldItemProps) {
  const { t } = useTexts(formEditorTexts);
  const locale = useLocale();
  const details = useRef<HTMLDetailsElement>(null);
  const { kind, label_de: de, label_en: en, required } = written;
  const [isNew] = useState(!de && !en);
  const at = `fields.${index}` as const;
  const wrong =
    (['label_de', 'label_en', 'help_de', 'help_en', 'unit', 'min', 'max', 'kind', 'choices'] as const).some((name) =>
      Boolean(errorOf(`${at}.${name}`)),
    ) ||
    written.choices.some((_, place) =>
      (['label_de', 'label_en'] as const).some((name) => Boolean(errorOf(`${at}.choices.${place}.${name}`))),
    );
  // On every render, so that a field the error summary links to is never collapsed.
  useEffect(() => {
    if (wrong && details.current) details.current.open = true;
  });
  const number = t('field', { number: index + 1 });
  const labels = writtenFor(locale).map((language) => ({ de, en })[language].trim());
  const limitErrorOf = (limit: 'min' | 'max') =>
    errorOf(`${at}.${limit}`) && t(isDecimal(written[limit].trim()) ? 'maxBelow' : 'notNumber');
  return (
    <FoldedField ref={details} open={isNew}>
      <summary>
        <strong>{labels.find(Boolean) ?? number}</strong>{' '}
        <span>
          {t(`kinds.${kind}`)}
          {required && `, ${t('requiredMark')}`}
        </span>
      </summary>
      <Fieldset legend={number} labelHidden>
        <Stack gap={3}>
          <Pair>
            <TextField {...field(`${at}.label_de`)} lang="de" label={t('labelDe')} />
            <TextField {...field(`${at}.label_en`)} lang="en" label={t('labelEn')} />
          </Pair>
          <SelectField
            {...field(`${at}.kind`)}
            label={t('kind')}
            width="long"
            options={fieldKinds.map((value) => ({ value, label: t(`kinds.${value}`) }))}
          />
          {kind === 'number' && (
            <Numbers>
              <TextField {...field(`${at}.unit`)} label={t('unit')} width="short" />
              {(['min', 'max'] as const).map((limit) => (
                <TextField
                  key={limit}
                  {...field(`${at}.${limit}`)}
                  label={t(limit)}
                  width="short"
                  inputMode="decimal"
                  error={limitErrorOf(limit)}
                />
              ))}
            </Numbers>
          )}
          {hasChoices(kind) && <Choices control={control} index={index} field={field} errorOf={errorOf} />}
          <Pair>
            <TextField {...field(`${at}.help_de`)} lang="de" label={t('helpDe')} />
            <TextField {...field(`${at}.help_en`)} lang="en" label={t('helpEn')} />
          </Pair>
          <CheckboxField {...field(`${at}.required`)} label={t('required')} />
          <Row gap={2}>
            {index > 0 && (
              <Button variant="quiet" size="small" icon={<UpIcon />} data-move="-1" onClick={() => onMove(-1)}>
                {t('up')}
              </Button>
            )}
            {index < count - 1 && (
              <Button variant="quiet" size="small" icon={<DownIcon />} data-move="1" onClick={() => onMove(1)}>
                {t('down')}
              </Button>
            )}
            <Button variant="quiet" size="small" icon={<RemoveIcon />} onClick={onRemove}>
              {t('remove')}
            </Button>
          </Row>
        </Stack>
      </Fieldset>
    </FoldedField>
  );
}

/** The answers to choose from: two at least. */
function Choices({ control, index, field, errorOf }: Pick<FieldItemProps, 'control' | 'index' | 'field' | 'errorOf'>) {
  const { t } = useTexts(formEditorTexts);
  const name = `fields.${index}.choices` as const;
  const { fields, append, remove } = useFieldArray({ control, name, keyName: 'key' });
  // A new field has no answers until it asks for some.
  const missing = Math.max(0, 2 - fields.length);
  useEffect(() => {
    if (missing > 0)
      append(
        Array.from({ length: missing }, () => emptyChoice),
        { shouldFocus: false },
      );
  }, [missing, append]);
  return (
    <Fieldset legend={t('choices')} name={name} error={errorOf(name)}>
      <Stack gap={3}>
        {fields.map(({ key }, place) => (
          <Fieldset key={key} legend={t('choice', { number: place + 1 })} labelHidden>
            <Pair>
              <TextField
                {...field(`${name}.${place}.label_de`)}
                lang="de"
                label={t('choiceDe', { number: place + 1 })}
              />
              <TextField
                {...field(`${name}.${place}.label_en`)}
                lang="en"
                label={t('choiceEn', { number: place + 1 })}
              />
            </Pair>
            {fields.length > 2 && (
              <div>
                <Button variant="quiet" size="small" icon={<RemoveIcon />} onClick={() => remove(place)}>
                  {t('removeChoice', { number: place + 1 })}
                </Button>
              </div>
            )}
          </Fieldset>
        ))}
        {fields.length < mostChoices && (
          <div>
            <Button variant="quiet" size="small" icon={<AddIcon />} onClick={() => append(emptyChoice)}>
              {t('addChoice')}
            </Button>
          </div>
        )}
      </Stack>
    </Fieldset>
  );
}
