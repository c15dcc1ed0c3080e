import type { FormField } from '@konsil/contracts/form-fields';

/** An optional text field as a new form sends it, with some changes. */
export const aNewField = (label_de: string, changes: Partial<FormField> = {}) => ({
  kind: 'text',
  label_de,
  label_en: '',
  help_de: '',
  help_en: '',
  required: false,
  unit: '',
  min: '',
  max: '',
  choices: [],
  ...changes,
});
