import { invalid } from '@konsil/server-platform/http/problems';
import type { Passwords } from '@konsil/server-platform/passwords';
import { isCommonPassword } from './common-passwords.ts';

/**
 * Hashes a new password.
 * @throws {Problem} `invalid` if it is a common one or made of the user's own address.
 */
export const hashNewPassword = async (
  passwords: Passwords,
  password: string,
  email: string | null,
): Promise<string> => {
  if (await isCommonPassword(password, email)) throw invalid({ path: 'password', code: 'passwordCommon' });
  return passwords.hash(password);
};
