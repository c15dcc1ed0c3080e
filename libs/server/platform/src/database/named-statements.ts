import type pg from 'pg';

/** Uses of a statement before it gets a name. */
const usesBefore = 10;
/** Plans that a connection keeps at most: each takes some 200 kB of its process of PostgreSQL. */
const maxNames = 100;
/** Statements whose uses are counted at most: those with lists of any length never end. */
const maxCounted = 5000;

/**
 * Gives names to the statements that come again, the first `maxNames` of them.
 * @returns the name for a statement's text, or nothing for one that is to stay unnamed
 */
export const statementNames = (): ((text: string) => string | undefined) => {
  const names = new Map<string, string>();
  const uses = new Map<string, number>();
  return (text) => {
    const known = names.get(text);
    if (known ?? names.size >= maxNames) return known;
    const used = uses.get(text) ?? 0;
    if (used >= usesBefore) {
      uses.delete(text);
      names.set(text, `s${names.size}`);
    } else {
      if (uses.size >= maxCounted) uses.clear();
      uses.set(text, used + 1);
    }
    return names.get(text);
  };
};

/** True if a connection's plan no longer fits, because a migration gave a column another type; a new connection has none. */
export const isStalePlan = (error: unknown): boolean => {
  const { code, routine } = ((error as { cause?: unknown }).cause ?? error) as { code?: unknown; routine?: unknown };
  // Its message is in the language of the database.
  return code === '0A000' && routine === 'RevalidateCachedQuery';
};

/** `scope`: what else the plan of a statement depends on, which is the role of the transaction. */
export interface NamingClient {
  scope?: string;
}
/** The client of a transaction, which nested transactions share. */
export const namingOf = (tx: object): NamingClient => (tx as { session: { client: NamingClient } }).session.client;

/**
 * Clients whose statements are prepared under a name: PostgreSQL parses and plans them once per connection. With row
 * security, planning takes longer than reading. Statements of another role have names of their own: a change of role makes
 * PostgreSQL plan again, and before 15.9, 16.5 and 17.1 it missed that for subqueries, and read other rows (CVE-2024-10976).
 */
export const withNames = (Base: typeof pg.Client, nameOf = statementNames()): typeof pg.Client =>
  class extends Base implements NamingClient {
    scope = '';

    override query(...[what, ...rest]: unknown[]): never {
      const { text, name } = (typeof what === 'object' && what ? what : {}) as { text?: unknown; name?: unknown };
      // A text without values may be several commands, which cannot be prepared.
      const [values] = rest;
      const isOne = Array.isArray(values) && values.length > 0;
      const own = typeof text === 'string' && !name && isOne ? nameOf(text) : undefined;
      return (super.query as (...given: unknown[]) => never)(
        own ? { ...(what as object), name: own + this.scope } : what,
        ...rest,
      );
    }
  } as typeof pg.Client;
