interface Failure {
  name?: unknown;
  code?: unknown;
  responseCode?: unknown;
  message?: unknown;
  cause?: unknown;
}

/** A failure whose message names no person, so it may be logged. */
export class LoggableFailure extends Error {}

const longest = 200;
const firstLineOf = (text: unknown): string => (typeof text === 'string' ? (text.split('\n')[0] ?? '') : '');
/** Errors of name lookup, sockets and TLS, as opposed to replies of a server, which may repeat an e-mail address. */
const ofConnection =
  /^(ESOCKET|ECONN\w*|EDNS|ETIMEDOUT|ETLS|ENOTFOUND|EAI_\w+|EPIPE|EHOST\w*|ENET\w*|CERT_\w+|ERR_TLS_\w+|ERR_SSL_\w+|UNABLE_\w+|DEPTH_ZERO\w+|SELF_SIGNED\w+|HOSTNAME_MISMATCH|UND_ERR_\w+)$/;

/** Describes why a service could not be used, without anything that the service replied about a person. */
export const reasonOf = (failure: unknown): string => {
  if (failure instanceof LoggableFailure) return failure.message;
  const { name, code, responseCode, message, cause } = failure as Failure;
  // `fetch` hides the reason in the cause.
  if (typeof cause === 'object' && cause !== null && code === undefined) return reasonOf(cause);
  const words = typeof code === 'string' && ofConnection.test(code) ? firstLineOf(message) : '';
  const parts = [code, responseCode, words].filter((part) => part !== undefined && part !== '').map(String);
  return (parts.join(' ') || firstLineOf(name) || 'unknown').slice(0, longest);
};
