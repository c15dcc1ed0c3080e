import type { RegistrationStep } from '@konsil/contracts/sign-in';
import type { Role } from '@konsil/contracts/codes';

/** Where the two portals are, from the portal's `config.json`. */
export type PortalOrigins = Record<Role, string>;

/** The first page of each role behind the sign-in. */
export const homeOf: Record<Role, string> = { patient: '/patient', doctor: '/doctor' };

/** The page of the registration step that is missing (docs/product.md section 3); null when none is. */
export const missingStepPath = (step: RegistrationStep): string | null =>
  ({ confirm_email: '/register/confirm', userdata: '/register/profile', code: '/register/code', done: null })[step];

const belongsTo = (path: string): Role | null =>
  path.startsWith('/patient') ? 'patient' : path.startsWith('/doctor') ? 'doctor' : null;

/** Where somebody of a role belongs who stands on `path`: the same path when it is theirs, else their first page. */
export const addressInPortal = (role: Role, path: string, origins: PortalOrigins): string =>
  origins[role].replace(/\/$/, '') + (belongsTo(path) === role ? path : homeOf[role]);
