/** Small TTL cache that joins concurrent loads of one key. Failures are not cached. */
export class TtlCache<T> {
  private readonly kept = new Map<string, { value: Promise<T>; until: number }>();

  constructor(
    private readonly ms: number,
    private readonly most: number,
  ) {}

  /** True for a value that is kept, or is being loaded. */
  has(key: string): boolean {
    return (this.kept.get(key)?.until ?? 0) > Date.now();
  }

  get(key: string, make: () => Promise<T>): Promise<T> {
    const known = this.kept.get(key);
    if (known && known.until > Date.now()) return known.value;
    const value = make();
    this.kept.delete(key);
    this.kept.set(key, { value, until: Date.now() + this.ms });
    value.catch(() => this.kept.delete(key));
    const [oldest] = this.kept.keys();
    if (this.kept.size > this.most && oldest !== undefined) this.kept.delete(oldest);
    return value;
  }
}
