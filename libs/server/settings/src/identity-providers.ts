import { readFileSync } from 'node:fs';
import ipaddr from 'ipaddr.js';
import * as z from 'zod';

const name = z.string().trim().min(1, 'must be given').max(60, 'must have at most 60 characters');
const text = z.string().min(1, 'must be given').max(2000, 'is too long');
const domain = z
  .string()
  .toLowerCase()
  .regex(/^([a-z0-9-]+\.)+[a-z0-9-]{2,}$/, 'must be a domain like clinic.example');
const issuer = z.string().refine((value) => {
  const url = URL.canParse(value) ? new URL(value) : null;
  return url !== null && /^https?:$/.test(url.protocol) && !url.username && !url.search && !url.hash;
}, 'must be an address like https://login.clinic.example');

const provider = z
  .strictObject({
    /** In URLs: part of the redirect URI that is registered with the provider. */
    id: z.string().regex(/^[a-z][a-z0-9-]{0,30}$/, 'must be lower-case letters, digits and hyphens'),
    name,
    issuer,
    client_id: text,
    client_secret: text.optional(),
    client_secret_file: text.optional(),
    scopes: z
      .array(z.string().regex(/^[\x21\x23-\x5b\x5d-\x7e]+$/, 'must be a scope'))
      .default(['openid', 'email', 'profile'])
      .refine((scopes) => scopes.includes('openid'), 'must include openid'),
    for: z.enum(['doctors', 'patients'], 'must be doctors or patients'),
    /** The claim with the groups of a person, and the role that each group gives. */
    groups_claim: text.default('groups'),
    groups: z.record(text, z.enum(['doctor', 'patient'], 'must be doctor or patient')).optional(),
    /** The domains that the provider may speak for. */
    domains: z.array(domain).default([]),
    /** Accounts with these domains sign in by the provider only. */
    forced: z.boolean().default(false),
    /** The provider confirms every address, without saying so in `email_verified`. */
    trusts_email: z.boolean().default(false),
    /** Values of `acr` or `amr` that count as the second factor. */
    second_factor: z.array(text).default([]),
    /** The timeout of one request to the provider; a sign-in makes up to four. */
    timeout_seconds: z.number().positive('must be more than 0').max(30, 'must be at most 30').default(8),
    /** Networks of the provider that are not public. */
    private_networks: z
      .array(
        z.string().refine((network) => ipaddr.isValidCIDR(network) || ipaddr.isValid(network), 'must be a network'),
      )
      .default([]),
  })
  .superRefine((one, context) => {
    const complain = (path: string, message: string) => context.addIssue({ code: 'custom', path: [path], message });
    if ((one.client_secret === undefined) === (one.client_secret_file === undefined))
      complain('client_secret', 'or client_secret_file must be given, and not both');
    if (one.id === 'credentials') complain('id', 'must not be credentials');
    if (one.for === 'doctors' && one.domains.length === 0)
      complain('domains', 'must be given for doctors: a provider speaks for its own domains only');
    if (one.forced && one.for === 'patients')
      complain('forced', 'is for doctors only: patients choose how they sign in');
    const role = one.for === 'doctors' ? 'doctor' : 'patient';
    if (one.groups && !Object.values(one.groups).includes(role))
      complain('groups', `must give the role ${role} to at least one group`);
  });

/** An OpenID Connect provider of the installation (docs/identity-providers.md). */
export interface IdentityProvider
  extends Omit<z.output<typeof provider>, 'client_secret' | 'client_secret_file' | 'for'> {
  client_secret: string;
  /** The accounts that sign in with it. */
  role: 'doctor' | 'patient';
}

const list = z.array(provider).superRefine((all, context) => {
  all.forEach((one, at) => {
    if (all.findIndex(({ id }) => id === one.id) !== at)
      context.addIssue({ code: 'custom', path: [at, 'id'], message: 'must be used once' });
    if (
      one.forced &&
      all.some((other, there) => there < at && other.forced && other.domains.some((d) => one.domains.includes(d)))
    )
      context.addIssue({ code: 'custom', path: [at, 'forced'], message: 'must be set for one provider of a domain' });
  });
});

const withSecret = ({
  client_secret_file: file,
  client_secret: secret,
  for: whom,
  ...rest
}: z.output<typeof provider>): IdentityProvider => ({
  ...rest,
  client_secret: secret ?? readFileSync(file ?? '', 'utf8').trim(),
  role: whom === 'doctors' ? 'doctor' : 'patient',
});

/** The providers of a settings file, or what is wrong with it: a line per fault, without a value. */
export const readProviders = (path: string): { providers: IdentityProvider[] } | { faults: string[] } => {
  let content: unknown;
  try {
    content = JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    return { faults: ['must be a readable file with JSON'] };
  }
  const { data, error } = list.safeParse(content);
  if (error)
    return {
      faults: error.issues.map(
        ({ path: at, message, code }) =>
          `${['provider', ...at.map((part) => (typeof part === 'number' ? String(part + 1) : String(part)))].join(' ')} ${code === 'unrecognized_keys' ? 'has a setting that does not exist' : message}`,
      ),
    };
  try {
    return { providers: data.map(withSecret) };
  } catch {
    return { faults: ['names a client_secret_file that is not readable'] };
  }
};
