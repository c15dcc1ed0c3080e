import { appReadGroups, appReads, appTypes, type AppRead } from '@konsil/contracts/app-reads';
import { scopePermissions, type ScopePermission } from '@konsil/contracts/route';

/** A SMART scope of version 2: `system/Patient.rs` of a backend client, `patient/Patient.rs` of a patient's app. */
interface Scope {
  level: ScopeLevel;
  type: string;
  permissions: readonly ScopePermission[];
}

export type ScopeLevel = 'system' | 'patient';

/** Permissions of version 1. */
const formerly: Partial<Record<string, string>> = { read: 'rs', write: 'cud', '*': 'cruds' };
const pattern = /^(system|patient)\/(\*|[A-Z][A-Za-z]{1,40})\.(read|write|\*|(?=[cruds])c?r?u?d?s?)$/;

const parse = (text: string): Scope | null => {
  const [, level, type = '', letters = ''] = pattern.exec(text) ?? [];
  const known = formerly[letters] ?? letters;
  return level
    ? { level: level as ScopeLevel, type, permissions: scopePermissions.filter((one) => known.includes(one)) }
    : null;
};

const written = ({ level, type, permissions }: Scope): string => `${level}/${type}.${permissions.join('')}`;
const wordsOf = (text: string): string[] => text.split(/\s+/).filter(Boolean);

/** The scopes of a backend client in a space-separated list, each once; null if one of them is not supported. */
export const scopesIn = (text: string): string[] | null => {
  const scopes = wordsOf(text).map(parse);
  return scopes.every((scope) => scope?.level === 'system')
    ? [...new Set(scopes.flatMap((scope) => (scope ? [written(scope)] : [])))]
    : null;
};

/**
 * The read scopes among those that an app asks for. Scopes that apps cannot have are left out (RFC 6749 section 3.3).
 */
export const readingScopesIn = (text: string): string[] => [
  ...new Set(
    wordsOf(text).flatMap((word) => {
      const scope = parse(word);
      const permissions = scope?.permissions.filter((one) => one === 'r' || one === 's') ?? [];
      const isOurs = scope?.level === 'patient' && (scope.type === '*' || appTypes.includes(scope.type));
      return isOurs && permissions.length > 0 ? [written({ ...scope, permissions })] : [];
    }),
  ),
];
export const hasWord = (text: string, word: string): boolean => wordsOf(text).includes(word);

/** The groups of data that the scopes of an app allow, as patients see them. */
export const readsOf = (scopes: readonly string[]): AppRead[] =>
  appReadGroups.filter((group) =>
    appReads[group].some((type) => allows(scopes, type, 'r') || allows(scopes, type, 's')),
  );

/** True if scopes allow something on a resource type. */
export const allows = (scopes: readonly string[], type: string, permission: ScopePermission): boolean =>
  scopes.some((text) => {
    const scope = parse(text);
    return (scope?.type === '*' || scope?.type === type) && scope.permissions.includes(permission);
  });

/** True if every permission of `wanted`, of the same level, is among those of `scopes`. */
export const covers = (scopes: readonly string[], wanted: readonly string[]): boolean =>
  wanted.every((text) => {
    const scope = parse(text);
    const same = scopes.filter((one) => parse(one)?.level === scope?.level);
    return scope !== null && scope.permissions.every((permission) => allows(same, scope.type, permission));
  });
