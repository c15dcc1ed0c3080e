import { invalid } from '../../kernel/problems.ts';
import type { Passwords } from '../../kernel/passwords.ts';
import { isCommonPassword } from './common-passwords.ts';

/**
 * Hashes a password that somebody chose.
 * @throws {Problem} `invalid` when it is among the common ones or made of the person's own address.
 */
export const hashNewPassword = (passwords: Passwords, password: string, email: string | null): Promise<string> => {
  if (isCommonPassword(password, email)) throw invalid({ path: 'password', code: 'passwordCommon' });
  return passwords.hash(password);
};
