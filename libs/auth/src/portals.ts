import type { RegistrationStep } from '@konsil/contracts/sign-in';
import type { AccountKind, Role } from '@konsil/contracts/codes';

/** The origins of both portals, from the portal's `config.json`; no page leads to the operator's console. */
export type PortalOrigins = Record<Role, string> & { operator?: undefined };

/** The start page of each role. */
export const homeOf: Record<AccountKind, string> = { patient: '/patient', doctor: '/doctor', operator: '/operator' };

/** The page of the missing registration step (docs/product.md section 3); null if none is missing. */
export const missingStepPath = (step: RegistrationStep): string | null =>
  ({
    confirm_email: '/register/confirm',
    userdata: '/register/profile',
    code: '/register/code',
    second_factor: '/second-factor',
    done: null,
  })[step];

const belongsTo = (path: string): Role | null =>
  path.startsWith('/patient') ? 'patient' : path.startsWith('/doctor') ? 'doctor' : null;

/** The URL for a role on `path`: the same path if it belongs to the role, else its start page. */
export const urlInPortal = (role: AccountKind, path: string, origins: PortalOrigins): string =>
  (origins[role] ?? '').replace(/\/$/, '') + (belongsTo(path) === role ? path : homeOf[role]);
