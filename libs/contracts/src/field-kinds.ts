// Separate from form-fields.ts, so that pages can use the kinds without loading the schemas.

/** The kinds of fields that a doctor can ask for beside the general forms of a case. */
export const fieldKinds = ['text', 'long_text', 'number', 'date', 'one_of', 'several_of', 'yes_no'] as const;
/** True for the kinds that are answered with one or several of the field's choices. */
export const hasChoices = (kind: string): boolean => kind === 'one_of' || kind === 'several_of';
export type FieldKind = (typeof fieldKinds)[number];
export const mostFields = 20;
export const mostChoices = 12;
export const yesNoCodes = ['yes', 'no', 'unknown'] as const;
