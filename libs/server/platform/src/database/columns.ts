import { customType, timestamp, uuid } from 'drizzle-orm/pg-core';

export const bytea = customType<{ data: Buffer; driverData: Buffer }>({ dataType: () => 'bytea' });

/** The encrypted JSON value of a row, under its owner's data key (keys/vault.ts). */
export const sealed = (name = 'sealed') => bytea(name);

export const id = () => uuid('id').primaryKey().defaultRandom();
export const moment = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' });
export const createdAt = (name = 'created_at') => moment(name).notNull().defaultNow();
