/** Kinds of consents, as they are stored. */
export const consentKinds = [
  'health_data',
  'send_to_doctor',
  'second_look',
  'deputy',
  'assistants',
  'clinic_pool',
] as const;
export type ConsentKind = (typeof consentKinds)[number];
