/**
 * The whole data model.
 *
 * What a person writes (names, texts, file names, DICOM patient data) stands only in `sealed` columns:
 * one encrypted JSON value a row, under the data key of the patient or account that owns it.
 * Plain columns hold what the database must sort, count, join or check.
 * `search` columns hold keyed hashes of word prefixes, so that sealed names can be found.
 */
export * from './schema/accounts';
export * from './schema/cases';
export * from './schema/documents';
export * from './schema/consents-and-audit';
export * from './schema/machinery';
export * from '@konsil/server-platform/database/tables';
