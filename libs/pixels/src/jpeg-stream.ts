const markers = {
  baseline: 0xc0,
  extended: 0xc1,
  huffmanTables: 0xc4,
  start: 0xd8,
  end: 0xd9,
  scan: 0xda,
  lines: 0xdc,
  restarts: 0xdd,
} as const;
/** All bits that a Huffman code can have. */
const codeBits = 16;
/** Sixteen zeros, as a run of zeros. */
const longRun = 0xf0;

interface Component {
  id: number;
  across: number;
  down: number;
}
/** For each beginning of 16 bits: the code's length in the high byte, its symbol in the low one; 0 if there is no code. */
type Codes = Uint16Array;

/** The bits of a scan, from one marker to the next. Zeros follow its end. */
class Bits {
  private held = 0;
  private count = 0;
  private made = 0;

  constructor(
    private readonly bytes: Uint8Array,
    private at: number,
  ) {}

  /** True if more was read than there is. */
  get ended(): boolean {
    return this.count < this.made;
  }
  private fill(): void {
    while (this.count <= codeBits) {
      const byte = this.bytes[this.at] ?? 0;
      const coded = this.at < this.bytes.length && (byte !== 0xff || this.bytes[this.at + 1] === 0);
      if (coded) this.at += byte === 0xff ? 2 : 1;
      else this.made += 8;
      this.held = (this.held << 8) | (coded ? byte : 0);
      this.count += 8;
    }
  }
  /** The next symbol; -1 if no code begins so. */
  symbol(codes: Codes): number {
    this.fill();
    const found = codes[(this.held >>> (this.count - codeBits)) & 0xffff] ?? 0;
    this.count -= found >> 8;
    return found === 0 ? -1 : found & 0xff;
  }
  skip(count: number): void {
    this.fill();
    this.count -= count;
  }
  /** The position of the next marker, after unused and fill bytes. */
  marker(): number {
    let at = this.at;
    const isMarker = (byte: number | undefined) => byte !== 0 && byte !== 0xff;
    while (at < this.bytes.length && !(this.bytes[at] === 0xff && isMarker(this.bytes[at + 1]))) at += 1;
    return at;
  }
  /** Goes on behind a restart marker; false if there is none. */
  restart(): boolean {
    const at = this.marker();
    if (this.bytes[at] !== 0xff || ((this.bytes[at + 1] ?? 0) & 0xf8) !== 0xd0) return false;
    this.at = at + 2;
    this.held = 0;
    this.count = 0;
    this.made = 0;
    return true;
  }
}

/** Reads the tables of one segment into `tables`, by class and number. */
function readTables(segment: Uint8Array, tables: Map<number, Codes>): void {
  for (let at = 0; at + 17 <= segment.length; ) {
    const counts = segment.subarray(at + 1, at + 17);
    const codes = new Uint16Array(1 << codeBits);
    let symbol = at + 17;
    let from = 0;
    counts.forEach((count, index) => {
      const width = 1 << (codeBits - 1 - index);
      for (let one = 0; one < count; one += 1) {
        codes.fill(((index + 1) << 8) | (segment[symbol] ?? 0), from, from + width);
        from += width;
        symbol += 1;
      }
    });
    tables.set(segment[at] ?? 0, codes);
    at = symbol;
  }
}

/** Reads one block; false where no code begins. */
function readBlock(bits: Bits, dc: Codes, ac: Codes): boolean {
  const size = bits.symbol(dc);
  if (size < 0) return false;
  bits.skip(size & 0xf);
  for (let place = 1; place < 64; place += 1) {
    const symbol = bits.symbol(ac);
    if (symbol < 0) return false;
    const length = symbol & 0xf;
    if (length === 0 && symbol !== longRun) return true;
    place += symbol >> 4;
    bits.skip(length);
  }
  return true;
}

interface Frame {
  rows: number;
  columns: number;
  components: Component[];
}

/** How many blocks of each component a unit of a scan has, and how many units there are. */
function unitsOf({ rows, columns, components }: Frame, scanned: readonly Component[]) {
  const across = Math.max(...components.map((one) => one.across));
  const down = Math.max(...components.map((one) => one.down));
  const [alone] = scanned;
  if (scanned.length === 1 && alone)
    return {
      perUnit: [1],
      units:
        Math.ceil(Math.ceil((columns * alone.across) / across) / 8) *
        Math.ceil(Math.ceil((rows * alone.down) / down) / 8),
    };
  return {
    perUnit: scanned.map((one) => one.across * one.down),
    units: Math.ceil(columns / (8 * across)) * Math.ceil(rows / (8 * down)),
  };
}

/**
 * True if a sequential JPEG stream has the codes of each of its blocks; false if they end too early, or are none. Its
 * end marker proves nothing, and browsers fill what is missing with grey. Needs no memory for the picture.
 * @returns null for a kind of stream whose codes are not read here
 */
export function isWholeJpeg(stream: Uint8Array): boolean | null {
  const tables = new Map<number, Codes>();
  const missing = new Set<number>();
  let frame: Frame | null = null;
  let interval = 0;
  let at = 2;
  if (stream[0] !== 0xff || stream[1] !== markers.start) return null;
  while (at + 4 <= stream.length) {
    const marker = stream[at + 1] ?? 0;
    if (stream[at] !== 0xff) return null;
    if (marker === 0xff) {
      at += 1;
      continue;
    }
    if (marker === markers.end) return false;
    const length = ((stream[at + 2] ?? 0) << 8) | (stream[at + 3] ?? 0);
    const segment = stream.subarray(at + 4, at + 2 + length);
    at += 2 + length;
    const word = (place: number): number => ((segment[place] ?? 0) << 8) | (segment[place + 1] ?? 0);
    if (marker === markers.huffmanTables) readTables(segment, tables);
    else if (marker === markers.restarts) interval = word(0);
    else if (marker === markers.baseline || marker === markers.extended) {
      const components = Array.from({ length: segment[5] ?? 0 }, (_, index) => {
        const sampling = segment[7 + index * 3] ?? 0;
        return { id: segment[6 + index * 3] ?? 0, across: sampling >> 4, down: sampling & 0xf };
      });
      frame = { rows: word(1), columns: word(3), components };
      for (const { id } of components) missing.add(id);
      if (frame.rows === 0 || components.some(({ across, down }) => across === 0 || down === 0)) return null;
    } else if (marker === markers.scan) {
      const scan = frame && scanOf(segment, frame, tables);
      if (!frame || !scan) return null;
      const bits = readScan(stream, at, frame, scan, interval);
      if (!bits) return false;
      for (const { component } of scan) missing.delete(component.id);
      if (missing.size === 0) return true;
      at = bits.marker();
    } else if ((marker >= 0xc2 && marker <= 0xcf) || marker === markers.lines) return null;
  }
  return false;
}

interface Scanned {
  component: Component;
  dc: Codes;
  ac: Codes;
}

function scanOf(segment: Uint8Array, { components }: Frame, tables: ReadonlyMap<number, Codes>): Scanned[] | null {
  const scan = Array.from({ length: segment[0] ?? 0 }, (_, index): Scanned | null => {
    const component = components.find(({ id }) => id === segment[1 + index * 2]);
    const chosen = segment[2 + index * 2] ?? 0;
    const dc = tables.get(chosen >> 4);
    const ac = tables.get(0x10 | (chosen & 0xf));
    return component && dc && ac ? { component, dc, ac } : null;
  });
  const known = scan.filter((one) => one !== null);
  return known.length > 0 && known.length === scan.length ? known : null;
}

/** Reads the codes of a scan; null if they are not all there. */
function readScan(
  stream: Uint8Array,
  at: number,
  frame: Frame,
  scan: readonly Scanned[],
  interval: number,
): Bits | null {
  const { perUnit, units } = unitsOf(
    frame,
    scan.map(({ component }) => component),
  );
  const blocks = scan.flatMap((one, index) => Array.from({ length: perUnit[index] ?? 0 }, () => one));
  const bits = new Bits(stream, at);
  for (let unit = 0; unit < units; unit += 1) {
    if (interval > 0 && unit > 0 && unit % interval === 0 && !bits.restart()) return null;
    for (const { dc, ac } of blocks) if (!readBlock(bits, dc, ac)) return null;
    if (bits.ended) return null;
  }
  return bits;
}
