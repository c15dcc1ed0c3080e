import type * as z from 'zod/mini';
import type { UserData, userDataFormSchema } from '@konsil/contracts/accounts';
import type { ZodForm } from '@konsil/forms/forms';

/** The form of the account holder's data. */
export type ProfileFormOf = ZodForm<z.input<typeof userDataFormSchema>, UserData>;

/** Empty form; no gender is preselected. */
export const emptyProfile = {
  first_name: '',
  last_name: '',
  date_of_birth: '',
  Handynummer: '',
};
