import * as z from 'zod/v4/core';

type Copy = (value: unknown) => unknown;
const misfit = new Error('Not what the schema says.');
const no = (): never => {
  throw misfit;
};

/** Falls back to zod for schemas that use more than the cases below. */
const readByZod =
  (schema: z.$ZodType): Copy =>
  (value) => {
    const read = schema._zod.run({ value, issues: [] }, { async: false });
    if (read instanceof Promise || read.issues.length > 0) throw misfit;
    return read.value;
  };

/**
 * Generates a function with one object literal: much faster than filling an object by name. The names come from our own
 * schema.
 */
const objectOf = (shape: z.$ZodShape): Copy => {
  const names = Object.keys(shape).map((name) => JSON.stringify(name));
  const literal = names.map((name, index) => `${name}: copy${index}(value[${name}])`).join(', ');
  const program = `return (value) => typeof value === 'object' && value !== null ? { ${literal} } : no();`;
  return (new Function('no', ...names.map((_, index) => `copy${index}`), program) as (...given: unknown[]) => Copy)(
    no,
    ...Object.values(shape).map(copyOf),
  );
};

// Formats that are fully defined by their pattern.
const patterned = new Set(['uuid', 'date', 'datetime']);

const copyOf = (schema: z.$ZodType): Copy => {
  const { def, values } = (schema as z.$ZodTypes)._zod;
  if (def.checks && def.checks.length > 0) return readByZod(schema);
  switch (def.type) {
    case 'object':
      return def.catchall ? readByZod(schema) : objectOf(def.shape);
    case 'array': {
      const copy = copyOf(def.element);
      return (value) => {
        if (!Array.isArray(value)) throw misfit;
        return value.map((element) => copy(element));
      };
    }
    case 'nullable': {
      const copy = copyOf(def.innerType);
      return (value) => (value === null ? null : copy(value));
    }
    case 'optional': {
      const copy = copyOf(def.innerType);
      return (value) => (value === undefined ? undefined : copy(value));
    }
    case 'boolean':
      return (value) => (typeof value === 'boolean' ? value : no());
    case 'number':
      return (def as z.$ZodNumberFormatDef).format === 'safeint'
        ? (value) => (Number.isSafeInteger(value) ? value : no())
        : readByZod(schema);
    case 'enum':
      return (value) => ((values as Set<unknown>).has(value) ? value : no());
    case 'string': {
      const { format, pattern } = def as z.$ZodStringFormatDef;
      if (!format) return (value) => (typeof value === 'string' ? value : no());
      if (pattern && patterned.has(format))
        return (value) => (typeof value === 'string' && pattern.test(value) ? value : no());
      return readByZod(schema);
    }
    default:
      return readByZod(schema);
  }
};

/**
 * Parses values of one schema like zod, but several times as fast for responses with thousands of objects. Values that
 * do not match are parsed again by zod, for its issues.
 */
export const fastParse = <T>(schema: z.$ZodType<T>): ((value: unknown) => z.util.SafeParseResult<T>) => {
  const copy = copyOf(schema);
  return (value) => {
    try {
      return { success: true, data: copy(value) as T };
    } catch (failure) {
      if (failure !== misfit) throw failure;
      return z.safeParse(schema, value);
    }
  };
};
