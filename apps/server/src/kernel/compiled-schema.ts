import * as z from 'zod/v4/core';

/**
 * The same schema with objects that zod compiles on their first use: three times as fast where an answer holds thousands.
 * zod/mini leaves this out for browsers, whose pages may not generate code; where that is forbidden, zod reads key by key again.
 */
export const compiledSchema = (schema: z.$ZodType): z.$ZodType => {
  const { def } = (schema as z.$ZodTypes)._zod;
  switch (def.type) {
    case 'object':
      return new z.$ZodObjectJIT({ ...def, shape: Object.fromEntries(Object.entries(def.shape).map(([name, field]) => [name, compiledSchema(field)])) });
    case 'array':
      return new z.$ZodArray({ ...def, element: compiledSchema(def.element) });
    case 'nullable':
      return new z.$ZodNullable({ ...def, innerType: compiledSchema(def.innerType) });
    case 'optional':
      return new z.$ZodOptional({ ...def, innerType: compiledSchema(def.innerType) });
    default:
      return schema;
  }
};
