import { helperKinds, type HelperKind } from '@konsil/contracts/stored-kinds';
import type { Database, Tx } from '@konsil/server-platform/database/client';
import { assistantNames } from './assistant-names.ts';

type NamesOf = (tx: Tx | Database, accountIds: readonly string[]) => Promise<ReadonlyMap<string, string>>;

/** The table that keeps the names of each kind of helper. */
const namesOfKind: Readonly<Record<HelperKind, NamesOf>> = { assistant: assistantNames };

/** The names of helpers by account; accounts of another kind have none here. */
export const helperNames: NamesOf = async (tx, accountIds) => {
  const names = new Map<string, string>();
  for (const kind of helperKinds) for (const [id, name] of await namesOfKind[kind](tx, accountIds)) names.set(id, name);
  return names;
};
