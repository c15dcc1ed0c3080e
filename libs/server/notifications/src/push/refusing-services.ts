/** The push services of Chrome, Firefox, Safari and Edge. */
const known = ['fcm.googleapis.com', 'push.services.mozilla.com', 'push.apple.com', 'notify.windows.com'];
const mostOthers = 10;

const knownServiceOf = ({ hostname }: URL): string | undefined =>
  known.find((name) => hostname === name || hostname.endsWith(`.${name}`));

/**
 * The services that refuse this installation, to log each once, or every message would have a line. Browsers name the
 * services, so somebody can make them up: an account adds one other than the known ones.
 */
export class RefusingServices {
  private readonly named = new Set<string>();
  private readonly accounts = new Set<string>();

  /** The name of the service to log; undefined if it was logged before, or is one too many. */
  first(address: URL, accountId: string): string | undefined {
    const service = knownServiceOf(address);
    const name = service ?? address.host;
    if (this.named.has(name)) return undefined;
    if (!service) {
      if (this.accounts.has(accountId) || this.accounts.size >= mostOthers) return undefined;
      this.accounts.add(accountId);
    }
    this.named.add(name);
    return name;
  }
}
