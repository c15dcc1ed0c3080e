import { PassThrough } from 'node:stream';
import type { Session } from '../sessions/sessions.ts';

/** An open event stream. */
export interface Reader {
  session: Session;
  stream: PassThrough;
  /** Events that were replayed at its start. */
  replayed: Set<number>;
  /** Recent events that were committed before its start: it needs none of them but those that were replayed. */
  before: Set<number>;
}

/** The open event streams of a process, by account. */
export class Readers {
  private readonly all = new Map<string, Set<Reader>>();
  private count = 0;

  add(session: Session): Reader {
    const reader: Reader = { session, stream: new PassThrough(), replayed: new Set(), before: new Set() };
    const { accountId } = session;
    const readers = this.all.get(accountId) ?? new Set<Reader>();
    this.all.set(accountId, readers.add(reader));
    this.count += 1;
    const remove = () => {
      if (!readers.delete(reader)) return;
      this.count -= 1;
      if (readers.size === 0 && this.all.get(accountId) === readers) this.all.delete(accountId);
    };
    reader.stream.on('close', remove).on('error', remove);
    return reader;
  }

  get size(): number {
    return this.count;
  }
  get accountIds(): string[] {
    return [...this.all.keys()];
  }
  has(accountId: string): boolean {
    return this.all.has(accountId);
  }

  /** The readers of these accounts, oldest first within each. */
  of(accountIds: readonly string[]): Reader[] {
    return accountIds.flatMap((accountId) => [...(this.all.get(accountId) ?? [])]);
  }
  *[Symbol.iterator](): Iterator<Reader> {
    for (const readers of this.all.values()) yield* readers;
  }
}
