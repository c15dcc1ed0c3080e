import { readFileSync } from 'node:fs';
import { accountByEmail } from '@konsil/server-domain/accounts/accounts.queries';
import { isOfKind } from '@konsil/server-domain/accounts/account-kind';
import type { GivenKeys } from '@konsil/server-fhir/auth/client-keys';
import { WrongUsage, type Call } from './command.ts';

/** The parts of a list with commas. */
export const namesIn = (text: unknown): string[] =>
  String(text)
    .split(',')
    .map((one) => one.trim())
    .filter(Boolean);

/** Reports an error in typed arguments like any other wrong usage. */
export const toldAs =
  (Fault: new (message: string) => Error) =>
  async <T>(work: () => Promise<T>): Promise<T> => {
    try {
      return await work();
    } catch (fault) {
      throw fault instanceof Fault ? new WrongUsage(fault.message) : fault;
    }
  };

/** The id that was typed; `lister` is the command that shows the ids. */
export const idIn = (lister: string, [id = '']: string[]): string => {
  if (!/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(id)) throw new WrongUsage(`"${lister}" shows the ids.`);
  return id;
};

/** The accounts of `--doctors`; null if the option was not given. */
export const doctorIds = async ({ installation, options }: Call): Promise<string[] | null> => {
  const emails = namesIn(options['doctors'] ?? '');
  if (emails.length === 0) return null;
  const ids: string[] = [];
  for (const email of emails) {
    const account = await accountByEmail(installation.db, email);
    if (!account || !isOfKind(account, 'doctor')) throw new WrongUsage(`There is no doctor with the address ${email}.`);
    ids.push(account.id);
  }
  return ids;
};

export const keyOptions = { jwks: { type: 'string' }, 'jwks-url': { type: 'string' } } as const;
export const keyHelp = [
  '--jwks      a file with the public keys as a JSON Web Key Set; - reads it from standard input',
  '--jwks-url  or the https address where the other system publishes them',
];
/** The keys of `--jwks` and `--jwks-url`. */
export const keysIn = ({ options }: Call): GivenKeys => {
  const { jwks: file, 'jwks-url': jwksUrl } = options;
  if (file === undefined) return { jwksUrl: String(jwksUrl ?? '') };
  try {
    return { jwks: readFileSync(file === '-' ? 0 : String(file), 'utf8'), jwksUrl: String(jwksUrl ?? '') };
  } catch (error) {
    throw new WrongUsage(`The file ${file} cannot be read (${(error as NodeJS.ErrnoException).code}).`);
  }
};
