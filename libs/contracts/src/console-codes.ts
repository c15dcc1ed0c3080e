/** Permissions of an operator besides seeing the state of the installation. */
export const operatorPermissions = [
  'people',
  'doctors',
  'letters',
  'audit',
  'holds',
  'legal',
  'quotas',
  'forms',
] as const;
export type OperatorPermission = (typeof operatorPermissions)[number];

/** Subjects of the console's lights. */
export const lightKinds = ['backup', 'anchors', 'erasures', 'storage', 'letters', 'duties'] as const;
export type LightKind = (typeof lightKinds)[number];
export const lightStates = ['ok', 'soon', 'problem'] as const;
export type LightState = (typeof lightStates)[number];
/** The reason why a light is not `ok`; the interface says what is wrong and what to do. */
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

/** Acts of an operator on an account. The reset of a second factor takes two operators. */
export const personActs = [
  'lock',
  'unlock',
  'end_sessions',
  'forget_attempts',
  'ask_reset',
  'confirm_reset',
  'refuse_reset',
] as const;
export type PersonAct = (typeof personActs)[number];
/** Reasons for an act; recorded in the access log. */
export const actReasons = ['asked_by_owner', 'suspected_misuse', 'lost_device', 'has_left', 'mistake'] as const;
export type ActReason = (typeof actReasons)[number];
/** The reason why a legal hold is placed or ended; recorded in the access log. */
export const holdReasons = ['legal_claim', 'authority_order', 'hold_over', 'mistake'] as const;
export type HoldReason = (typeof holdReasons)[number];
/**
 * The reason why an operator enters a doctor's absence; recorded in the access log, which is never erased: so none says
 * that somebody is ill.
 */
export const absenceReasons = ['asked_by_owner', 'unreachable', 'has_died', 'has_left'] as const;
export type AbsenceReason = (typeof absenceReasons)[number];
export const absenceEndReasons = ['is_back', 'asked_by_owner', 'mistake'] as const;
export type AbsenceEndReason = (typeof absenceEndReasons)[number];
/** The state of an account, as an operator sees it. */
export const personStates = ['active', 'invited', 'registering', 'erasing', 'closed'] as const;
export type PersonState = (typeof personStates)[number];

/** Columns of a CSV file of doctors. */
export const doctorColumns = [
  'email',
  'title',
  'first_name',
  'last_name',
  'specialty',
  'city',
  'languages',
  'reply_days',
  'locale',
] as const;
export type DoctorColumn = (typeof doctorColumns)[number];

/** The reason why an e-mail or SMS is not sent again. */
export const letterFailures = ['refused', 'exhausted', 'expired', 'given_up', 'dropped'] as const;
export type LetterFailure = (typeof letterFailures)[number];
