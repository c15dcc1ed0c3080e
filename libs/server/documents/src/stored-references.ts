import { sql } from 'drizzle-orm';
import {
  dataExports,
  documents,
  erasedFiles,
  importPieces,
  referralFiles,
  shareFiles,
} from '@konsil/server-domain/schema';

/** Rows that name stored objects, with the plain size where it is known. */
export const references = sql`
  select storage_key as key, 'document' as kind, id::text as row, size from ${documents}
  union all select view_key, 'view', id::text, view_size from ${documents} where view_key is not null
  union all select preview_key, 'preview', id::text, null::integer from ${documents} where preview_key is not null
  union all select storage_key, 'export', id::text, null::integer from ${dataExports} where state = 'ready'
  union all select storage_key, 'share', id::text, size from ${shareFiles}
  union all select storage_key, 'import', import_id::text, size from ${importPieces}
  union all select storage_key, 'referral', referral_id::text, size from ${referralFiles}`;

/** Keys of stored objects that the sweep must not delete, including files that are still being written or erased. */
export const referencedKeys = sql`
  select storage_key as key from ${documents} union all select view_key from ${documents} where view_key is not null
  union all select preview_key from ${documents} where preview_key is not null
  union all select storage_key from ${dataExports} union all select storage_key from ${shareFiles}
  union all select storage_key from ${importPieces}
  union all select storage_key from ${referralFiles}
  union all select storage_key from ${erasedFiles}`;
