import { hash, verify } from '@node-rs/argon2';
import { Problem } from './http/problems.ts';

// argon2id (the library's default) with OWASP ASVS minimum parameters: 19 MiB, two passes (docs/security.md CR4).
const floor = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
const atOnce = 4;
const longestQueue = 60;

/** Stored in place of a hash for an account that signs in by an identity provider only: no password matches it. */
export const noPassword = '!';

/** True if the account has a password that its owner chose. */
export const hasPassword = ({ passwordHash }: { passwordHash: string | null }): boolean =>
  passwordHash !== null && passwordHash !== noPassword;

/** Hashes and checks passwords: four at once, a short queue, then 503, so that a flood of sign-ins blocks nobody. */
export class Passwords {
  private running = 0;
  private readonly waiting: (() => void)[] = [];
  private decoy: Promise<string> | undefined;

  /** @param cost only tests that are not about it choose a lower one: memory in KiB, passes, lanes */
  constructor(private readonly cost: typeof floor = floor) {}

  /** The number of running and waiting hashes. */
  get queue(): { running: number; waiting: number } {
    return { running: this.running, waiting: this.waiting.length };
  }

  hash(password: string): Promise<string> {
    return this.inTurn(() => hash(password.normalize('NFC'), this.cost));
  }

  /** Compares with the stored hash; for an unknown address with a dummy hash, so that both take the same time. */
  async matches(stored: string | null | undefined, password: string): Promise<boolean> {
    this.decoy ??= hash('decoy', this.cost);
    const usable = stored === noPassword ? null : stored;
    const against = usable ?? (await this.decoy);
    const right = await this.inTurn(() => verify(against, password.normalize('NFC')));
    return right && Boolean(usable);
  }

  private async inTurn<T>(work: () => Promise<T>): Promise<T> {
    if (this.running >= atOnce) {
      if (this.waiting.length >= longestQueue) throw new Problem('unavailable', { retryAfter: 3 });
      await new Promise<void>((go) => this.waiting.push(go));
    } else this.running += 1;
    try {
      return await work();
    } finally {
      const next = this.waiting.shift();
      if (next) next();
      else this.running -= 1;
    }
  }
}
