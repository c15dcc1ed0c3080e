/** Permissions of an operator besides seeing the state of the installation. */
export const operatorPermissions = ['people', 'doctors', 'letters', 'audit'] as const;
export type OperatorPermission = (typeof operatorPermissions)[number];

/** Subjects of the console's lights. */
export const lightKinds = ['backup', 'anchors', 'erasures', 'storage', 'letters', 'duties'] as const;
export type LightKind = (typeof lightKinds)[number];
export const lightStates = ['ok', 'soon', 'problem'] as const;
export type LightState = (typeof lightStates)[number];
/** Why a light is not `ok`; the interface says what is wrong and what to do. */
export const lightReasons = [
  'not_configured',
  'never',
  'overdue',
  'failing',
  'quiet',
  'storage_away',
  'storage_full',
  'storage_read_only',
  'storage_not_ours',
  'nearly_full',
  'letters_failed',
  'letters_late',
] as const;
export type LightReason = (typeof lightReasons)[number];
