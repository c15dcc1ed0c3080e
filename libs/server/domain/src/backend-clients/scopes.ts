import { scopePermissions, type ScopePermission } from '@konsil/contracts/route';

/** A SMART scope of version 2 for a backend client, such as `system/Patient.rs`. */
interface Scope {
  type: string;
  permissions: readonly ScopePermission[];
}

/** Permissions of version 1. */
const formerly: Partial<Record<string, string>> = { read: 'rs', write: 'cud', '*': 'cruds' };
const pattern = /^system\/(\*|[A-Z][A-Za-z]{1,40})\.(read|write|\*|(?=[cruds])c?r?u?d?s?)$/;

const parse = (text: string): Scope | null => {
  const [, type = '', letters = ''] = pattern.exec(text) ?? [];
  const known = formerly[letters] ?? letters;
  return type ? { type, permissions: scopePermissions.filter((one) => known.includes(one)) } : null;
};

/** The scopes of a space-separated list, each once; null if one of them is none of ours. */
export const scopesIn = (text: string): string[] | null => {
  const words = text.split(/\s+/).filter(Boolean);
  const scopes = words.map(parse);
  return scopes.every((scope) => scope !== null)
    ? [...new Set(scopes.map(({ type, permissions }) => `system/${type}.${permissions.join('')}`))]
    : null;
};

/** True if scopes allow something on a resource type. */
export const allows = (scopes: readonly string[], type: string, permission: ScopePermission): boolean =>
  scopes.some((text) => {
    const scope = parse(text);
    return (scope?.type === '*' || scope?.type === type) && scope.permissions.includes(permission);
  });

/** True if every permission of `wanted` is among those of `scopes`. */
export const covers = (scopes: readonly string[], wanted: readonly string[]): boolean =>
  wanted.every((text) => {
    const scope = parse(text);
    return scope !== null && scope.permissions.every((permission) => allows(scopes, scope.type, permission));
  });
