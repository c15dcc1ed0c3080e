import * as z from 'zod/mini';

type Json = z.core.JSONSchema.JSONSchema;

const shapeOfJson = (schema: Json | boolean): string => {
  if (typeof schema === 'boolean') return 'unknown';
  const { type, anyOf, properties, required = [], items, prefixItems, additionalProperties, propertyNames } = schema;
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' | ');
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (anyOf) return anyOf.map(shapeOfJson).join(' | ');
  if (prefixItems) return `[${(prefixItems as Json[]).map(shapeOfJson).join(', ')}]`;
  if (type === 'array') return `(${shapeOfJson((items as Json | undefined) ?? true)})[]`;
  if (properties)
    return `{ ${Object.entries(properties)
      .map(([name, member]) => `${name}${required.includes(name) ? '' : '?'}: ${shapeOfJson(member)}`)
      .join(', ')} }`;
  if (type === 'object')
    return `{ [${propertyNames ? shapeOfJson(propertyNames as Json) : 'string'}]: ${shapeOfJson(additionalProperties ?? true)} }`;
  return [type ?? 'unknown'].flat().join(' | ');
};

/** The schema of a kind as one line, to notice that it changed. */
export const shapeOf = (schema: z.ZodMiniType): string =>
  shapeOfJson(z.toJSONSchema(schema, { unrepresentable: 'any', io: 'output' }));
