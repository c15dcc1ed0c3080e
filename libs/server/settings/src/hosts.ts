import pg from 'pg';

export interface NamedHosts {
  /** One URL per server, for `pg`. */
  urls: string[];
  /** Requires a writable server. */
  mustWrite: boolean;
}

const shape = /^(postgres(?:ql)?:\/\/)(?:([^@/?]*)@)?([^/?@]*)(\/[^?]*)?(?:\?(.*))?$/;
const attribute = 'target_session_attrs';

/**
 * Parses a URL that may list several servers, like libpq:
 * `postgres://a:5432,b:5432/db?target_session_attrs=read-write`.
 * @throws {Error} without the URL, which contains a password
 */
export const hostsOf = (url: string): NamedHosts => {
  const [, scheme = '', user, hosts = '', path = '', query = ''] = shape.exec(url) ?? [];
  if (!scheme) throw new Error('must be an address that begins with postgres:// or postgresql://');
  const parameters = new URLSearchParams(query);
  const wanted = parameters.get(attribute);
  if (wanted !== null && !['any', 'read-write', 'primary'].includes(wanted))
    throw new Error(`must have ${attribute}=read-write, primary or any`);
  const names = hosts.split(',');
  // The driver would take this for a session parameter.
  parameters.delete(attribute);
  const rest = wanted === null ? query : parameters.toString();
  const end = `${path}${rest ? `?${rest}` : ''}`;
  const urls = names.map((host) => `${scheme}${user === undefined ? '' : `${user}@`}${host}${end}`);
  if ((names.length > 1 && names.some((host) => host === '')) || urls.some((one) => !URL.canParse(one)))
    throw new Error('must name each server as host or host:port, with commas between them');
  return { urls, mustWrite: wanted === null ? names.length > 1 : wanted !== 'any' };
};

const isLoopback = (host: string): boolean =>
  host === '' ||
  host.startsWith('/') ||
  host.startsWith('%2F') ||
  /^(localhost|.+\.localhost|127(\.\d+){3}|\[?::1\]?)$/i.test(host);

/** True if a server on another machine may be used without TLS. */
export const isPlainDatabase = (url: string): boolean =>
  hostsOf(url).urls.some((one) => {
    const { hostname, searchParams } = new URL(one);
    if (isLoopback(searchParams.get('host') ?? hostname)) return false;
    return (
      !['true', '1'].includes(searchParams.get('ssl') ?? '') &&
      !['require', 'verify-ca', 'verify-full'].includes(searchParams.get('sslmode') ?? '')
    );
  });

/** The server is or became read-only: SQLSTATE `read_only_sql_transaction`. */
const readOnly = '25006';
export const isReadOnly = (error: unknown): boolean => {
  for (
    let at = error, depth = 0;
    typeof at === 'object' && at !== null && depth < 5;
    at = (at as { cause?: unknown }).cause, depth += 1
  ) {
    if ((at as { code?: unknown }).code === readOnly) return true;
  }
  return false;
};

/** The server for the next connection. Moves on when one refuses, or is read-only. */
export class DatabaseHosts {
  private at = 0;
  constructor(private readonly named: NamedHosts) {}

  get count(): number {
    return this.named.urls.length;
  }
  get mustWrite(): boolean {
    return this.named.mustWrite;
  }
  get current(): string {
    return this.named.urls[this.at] ?? '';
  }
  /** Many connections fail together: only the first one moves on. */
  leave(url: string): void {
    if (url === this.current) this.at = (this.at + 1) % this.count;
  }
}

/** A `pg` client class that uses the current server on construction. */
export const clientOf = (hosts: DatabaseHosts): typeof pg.Client =>
  class extends pg.Client {
    constructor(settings?: pg.ClientConfig) {
      super({ ...settings, connectionString: hosts.current });
    }
  };

/** @throws {Error} `25006` on a read-only server */
export const requireWritable = async (client: pg.ClientBase): Promise<void> => {
  const { rows } = await client.query<{ state: string }>("select current_setting('transaction_read_only') as state");
  if (rows[0]?.state !== 'off') throw Object.assign(new Error('This database takes no writes.'), { code: readOnly });
};

/** Tries the servers one by one until a connection succeeds. */
export const withEachHost = async <T>(hosts: DatabaseHosts, connect: () => Promise<T>): Promise<T> => {
  for (let tries = 1; ; tries += 1) {
    const url = hosts.current;
    try {
      return await connect();
    } catch (error) {
      hosts.leave(url);
      if (tries >= hosts.count) throw error;
    }
  }
};
