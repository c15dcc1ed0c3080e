// @bundle route
import { useGetCodeListsQuery } from '@konsil/api/medical-codes';
import type { codeListsSchema } from '@konsil/contracts/medical-codes';
import type * as z from 'zod/mini';

export type ValidLists = z.infer<typeof codeListsSchema>;
const none: ValidLists = [];

/** The imported lists. Without any, forms have no field for codes. */
export const useCodeLists = (): ValidLists => useGetCodeListsQuery().currentData ?? none;
