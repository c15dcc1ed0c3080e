/**
 * The database schema.
 *
 * User input (names, texts, file names, DICOM patient data) is only in `sealed` columns: one encrypted JSON value per
 * row, under the data key of the patient or account that owns it. Plain columns hold what the database must sort,
 * count, join or check. `search` columns hold keyed hashes of word prefixes, to search encrypted names.
 */
export * from './schema/accounts';
export * from './schema/patients';
export * from './schema/cases';
export * from './schema/sendings';
export * from './schema/conversation';
export * from './schema/letters';
export * from './schema/documents';
export * from './schema/search';
export * from './schema/consents-and-audit';
export * from './schema/legal-texts';
export * from './schema/machinery';
export * from './schema/referrals';
export * from '@konsil/server-platform/database/tables';
