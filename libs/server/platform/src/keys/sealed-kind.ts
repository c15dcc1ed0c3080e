import type * as z from 'zod/mini';

/** One version of a kind's JSON. */
export interface SealedVersion {
  /** The schema in one line; a test compares it, so that a changed schema needs a new version. */
  shape: string;
  /** A value as this version stored it, which a test upgrades and opens. */
  example: unknown;
  /** Turns a value of this version into the next one. It keeps members that it does not know. */
  upgrade?: (value: never) => unknown;
}

/** One kind of sealed JSON: what a `sealed` column holds (docs/decisions/sealed-versions.md). */
export interface SealedKind<Value> {
  readonly name: string;
  readonly schema: z.ZodMiniType<Value>;
  /** Version 1 first; values without a number are of version 1. */
  readonly versions: readonly SealedVersion[];
  readonly toText: (value: Value) => string;
  /** @throws {SealedMismatch} */
  readonly fromText: (text: string) => Value;
}
export type Sealed<Kind> = Kind extends SealedKind<infer Value> ? Value : never;

/** A value does not match the schema of its kind. Names members only, because values are health data. */
export class SealedMismatch extends Error {}

const versionMember = '$v';
type Json = Record<string, unknown>;
const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The version that a value was stored with; undefined for rows from before versions were stored. */
export const storedVersion = (text: string): number | undefined => {
  const value: unknown = JSON.parse(text);
  const stored = isObject(value) ? value[versionMember] : undefined;
  return typeof stored === 'number' ? stored : undefined;
};

/**
 * Defines a kind of sealed JSON. The version is a member of the object, so that servers of the release before still
 * read it while processes are replaced one by one. Values that are no objects are stored without one.
 */
export const sealedKind = <Value>({
  name,
  schema,
  versions,
}: Pick<SealedKind<Value>, 'name' | 'schema' | 'versions'>): SealedKind<Value> => {
  const check = (value: unknown, version: number): void => {
    const { success, error } = schema.safeParse(value);
    if (success) return;
    const faults = error.issues.map(({ path, code }) => `${path.join('.')} ${code}`);
    throw new SealedMismatch(`Sealed ${name}, version ${version}: ${faults.join(', ')}`);
  };
  return {
    name,
    schema,
    versions,
    toText: (value) => {
      check(value, versions.length);
      return JSON.stringify(isObject(value) ? { ...value, [versionMember]: versions.length } : value);
    },
    fromText: (text) => {
      let value: unknown = JSON.parse(text);
      let version = 1;
      if (isObject(value) && versionMember in value) {
        const { [versionMember]: stored, ...members } = value;
        [value, version] = [members, Number(stored)];
      }
      for (const { upgrade } of versions.slice(version - 1, -1)) if (upgrade) value = upgrade(value as never);
      check(value, version);
      // The parsed value itself, because members of a newer version must survive a change by this one.
      return value as Value;
    },
  };
};
