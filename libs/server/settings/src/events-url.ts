export interface EventsServers {
  /** `host:port` of each server of a cluster. */
  servers: string[];
  /** Requires TLS; otherwise it is used if the server offers it. */
  needsTls: boolean;
  user?: string;
  pass?: string;
  token?: string;
}

const shape = /^(nats|tls):\/\/(?:([^@/?#]*)@)?([^@/?#]+)\/?$/;

/**
 * Parses the address of a NATS server, or of several as in DATABASE_URL: `tls://user:password@a:4222,b:4222`. A name
 * without a password is a token.
 * @throws {Error} without the address, which contains a password
 */
export const eventsServersOf = (url: string): EventsServers => {
  const [, scheme, signIn, hosts = ''] = shape.exec(url) ?? [];
  if (!scheme) throw new Error('must be an address that begins with tls:// or nats://');
  const servers = hosts.split(',').map((host) => {
    if (host === '' || !URL.canParse(`nats://${host}`)) throw new Error('must name each server as host or host:port');
    const { hostname, port } = new URL(`nats://${host}`);
    return `${hostname}:${port || '4222'}`;
  });
  const base = { servers, needsTls: scheme === 'tls' };
  if (!signIn) return base;
  try {
    const [name = '', ...rest] = signIn.split(':').map(decodeURIComponent);
    return rest.length > 0 ? { ...base, user: name, pass: rest.join(':') } : { ...base, token: name };
  } catch {
    throw new Error('must have its user and password percent-encoded');
  }
};
