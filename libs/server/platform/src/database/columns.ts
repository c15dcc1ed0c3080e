import { customType, timestamp, uuid } from 'drizzle-orm/pg-core';

export const bytea = customType<{ data: Buffer; driverData: Buffer }>({ dataType: () => 'bytea' });

/** Free text of a row as one encrypted JSON value under the data key of its owner (keys/vault.ts). */
export const sealed = (name = 'sealed') => bytea(name);

export const id = () => uuid('id').primaryKey().defaultRandom();
export const moment = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' });
export const createdAt = (name = 'created_at') => moment(name).notNull().defaultNow();
