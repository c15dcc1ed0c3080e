import type { DataSet } from 'dicom-parser';
import type { OpenedDataSet } from './data-set.ts';
import type { DicomReport, ReportedImage, ReportLine } from './dicom-instance.ts';
import { attributeReader, bytesOf } from './element-values.ts';
import { limits } from './limits.ts';
import {
  contentOf,
  isConcept,
  isReference,
  itemsOf,
  nameOf,
  numberOf,
  referredItem,
  relationOf,
  titleOf,
  typeOf,
  valueOf,
} from './report-items.ts';
import { isUid } from './uids.ts';

type Content = Pick<DicomReport, 'title' | 'content'>;

const encapsulatedDocument = 'x00420011';
const shortTitle = 120;
/** Levels below an item in which its images stand: coordinates, and the image that they are in. */
const imageLevels = 3;
/** The fixed size of a line, and of each of its images, counted towards the size limit of a report. */
const [lineRoom, imageRoom] = [8, 64];

function pdfContent(opened: OpenedDataSet): Content | null {
  const element = opened.dataSet.elements[encapsulatedDocument];
  if (!element || element.length === 0) return null;
  const bytes = bytesOf(opened, element);
  if (Buffer.from(bytes.subarray(0, 5)).toString('latin1') !== '%PDF-') return null;
  const read = attributeReader(opened);
  // An odd length is padded with one byte; newer files declare the actual length.
  const told = read.number('00420015');
  const length = told !== undefined && element.length - told === 1 ? told : element.length;
  return {
    title: (read.text('00420010') || titleOf(opened)).slice(0, shortTitle),
    content: { kind: 'pdf', range: [element.dataOffset, length] },
  };
}

const measurementGroup = ['125007', 'DCM'] as const;
const trackingIdentifier = ['112039', 'DCM'] as const;
const trackingUid = ['112040', 'DCM'] as const;
/** The finding site in SNOMED CT, and in the SNOMED of older files. */
const findingSites = [
  ['363698007', 'SCT'],
  ['G-C0E3', 'SRT'],
  ['G-C0E3', 'SNM3'],
  ['G-C0E3', '99SDM'],
] as const;

/** Details of a group that each of its measurements repeats. */
interface Group {
  site: string;
  tracking: string;
  images: ReportedImage[];
}
const noGroup: Group = { site: '', tracking: '', images: [] };

/** Reads the content tree of one report as lines, within the limits. */
class ReportReading {
  readonly lines: ReportLine[] = [];
  cut = false;
  private room: number = limits.reportText;
  private items: number = limits.reportItems;
  private references: number = limits.reportReferences;

  constructor(private readonly opened: OpenedDataSet) {}

  read(parent: DataSet, level = 0): void {
    if (level > limits.nesting) this.cut = true;
    const below = contentOf(this.opened, parent);
    const holdsNumbers = below.some((one) => this.isNumber(one));
    const group = holdsNumbers ? this.groupOf(parent) : noGroup;
    // The lines of the measurements, or of the text above, have these images.
    const hasPlaces = holdsNumbers || !['CONTAINER', ''].includes(typeOf(this.opened, parent));
    for (const item of below) {
      if (!this.spend()) return;
      const isTold =
        this.isTrackingUid(item) || (holdsNumbers && this.isShared(item)) || (hasPlaces && this.isPlace(item));
      if (!isTold) this.readItem(item, level, group);
    }
  }

  private readItem(item: DataSet, level: number, group: Group): void {
    if (this.isNumber(item)) this.readNumber(item, level, group);
    else if (this.isPlace(item)) this.readPlace(item, level);
    else this.readText(item, level);
  }

  private readText(item: DataSet, level: number): void {
    const { meaning: name } = nameOf(this.opened, item);
    const text = valueOf(this.opened, item);
    const images = text === '' ? [] : this.imagesBelow(item);
    const isHeading = name !== '' && contentOf(this.opened, item).length > 0 && !this.isAllRows(item);
    if (text !== '' || isHeading) this.add({ level, name, text, ...(images.length > 0 && { images }) });
    this.read(item, level + 1);
  }

  private readPlace(item: DataSet, level: number): void {
    const { meaning: name } = nameOf(this.opened, item);
    const images = typeOf(this.opened, item) === 'IMAGE' ? this.imagesAt(item) : this.imagesBelow(item);
    if (images.length > 0) this.add({ level, name, text: '', images });
  }

  private readNumber(item: DataSet, level: number, group: Group): void {
    const below = contentOf(this.opened, item);
    const { value, unit, qualifier } = numberOf(this.opened, item);
    const own = this.groupOf(item);
    const more = below.filter((one) => this.isModifier(one)).map((one) => valueOf(this.opened, one));
    // A value that its device did not trust is no plain value.
    const told = [...more, qualifier].filter(Boolean).join(', ');
    const { meaning } = nameOf(this.opened, item);
    const images = own.images.length > 0 ? own.images : group.images;
    this.add({
      level,
      name: told ? `${meaning} (${told})` : meaning,
      text: [value, unit].filter(Boolean).join(' '),
      measured: { value, unit, site: own.site || group.site, tracking: own.tracking || group.tracking },
      ...(images.length > 0 && { images }),
    });
    for (const one of below) {
      if (!this.spend()) return;
      const isTold = this.isModifier(one) || this.isShared(one) || this.isTrackingUid(one) || this.isPlace(one);
      if (!isTold) this.readItem(one, level + 1, group);
    }
  }

  private spend(): boolean {
    this.items -= 1;
    if (this.items < 0) this.cut = true;
    return !this.cut;
  }

  private add(line: ReportLine): void {
    const { name, text, measured, images = [] } = line;
    this.room -= lineRoom + name.length + text.length + images.length * imageRoom;
    if (measured) this.room -= measured.site.length + measured.tracking.length;
    if (this.room < 0) this.cut = true;
    else this.lines.push(line);
  }

  /** True for a group of nothing but measurements: its lines are self-explanatory, so the group needs no heading. */
  private isAllRows(item: DataSet): boolean {
    const below = contentOf(this.opened, item);
    return (
      isConcept(nameOf(this.opened, item), measurementGroup) &&
      below.some((one) => this.isNumber(one)) &&
      below.some((one) => this.isShared(one)) &&
      below.every((one) =>
        [this.isNumber(one), this.isShared(one), this.isPlace(one), this.isTrackingUid(one)].includes(true),
      )
    );
  }
  private isNumber(item: DataSet): boolean {
    return typeOf(this.opened, item) === 'NUM';
  }
  private isSite(item: DataSet): boolean {
    return isConcept(nameOf(this.opened, item), ...findingSites);
  }
  private isTracking(item: DataSet): boolean {
    return isConcept(nameOf(this.opened, item), trackingIdentifier);
  }
  /** A detail that is shown with each measurement beside it. */
  private isShared(item: DataSet): boolean {
    return this.isSite(item) || this.isTracking(item);
  }
  private isTrackingUid(item: DataSet): boolean {
    return isConcept(nameOf(this.opened, item), trackingUid);
  }
  /** A modifier of a measurement's name, such as its method or the mean. */
  private isModifier(item: DataSet): boolean {
    return relationOf(this.opened, item) === 'HAS CONCEPT MOD' && !this.isShared(item);
  }
  /** An image, a place in one, or a reference to such an item. */
  private isPlace(item: DataSet): boolean {
    return ['IMAGE', 'SCOORD', 'SCOORD3D', ''].includes(typeOf(this.opened, item));
  }

  private groupOf(item: DataSet): Group {
    const below = contentOf(this.opened, item);
    const sites = below.filter((one) => this.isSite(one)).map((one) => this.siteText(one));
    const trackings = below.filter((one) => this.isTracking(one)).map((one) => valueOf(this.opened, one));
    return {
      site: [...new Set(sites)].filter(Boolean).join(', '),
      tracking: trackings.join(', '),
      images: this.imagesBelow(item),
    };
  }

  /** A site with its side. */
  private siteText(item: DataSet): string {
    const more = contentOf(this.opened, item).map((one) => valueOf(this.opened, one));
    const told = more.filter(Boolean).join(', ');
    const site = valueOf(this.opened, item);
    return told ? `${site} (${told})` : site;
  }

  /** The images that an item itself refers to. */
  private imagesAt(item: DataSet): ReportedImage[] {
    return itemsOf(item, 'x00081199').flatMap((reference) => {
      const read = attributeReader(this.opened, reference);
      const [instance = '', frames] = [read.text('00081155'), read.numbers('00081160')];
      if (!isUid(instance)) return [];
      return (frames.length > 0 ? frames : [1])
        .filter((frame) => Number.isInteger(frame) && frame > 0)
        .slice(0, limits.lineImages)
        .map((frame) => ({ instance, frame }));
    });
  }

  /**
   * The images below an item or its coordinates; follows one reference only, so that circular references terminate.
   */
  private imagesBelow(item: DataSet, levels = imageLevels, follow = true): ReportedImage[] {
    if (levels === 0) return [];
    const found = new Map<string, ReportedImage>();
    for (const one of contentOf(this.opened, item)) {
      if (found.size >= limits.lineImages || !this.spend()) break;
      const referred = follow ? this.referred(one) : undefined;
      const target = referred ?? one;
      const type = typeOf(this.opened, target);
      const images =
        type === 'IMAGE'
          ? this.imagesAt(target)
          : type === 'SCOORD'
            ? this.imagesBelow(target, levels - 1, follow && !referred)
            : [];
      for (const image of images) found.set(`${image.instance} ${image.frame}`, image);
    }
    return [...found.values()].slice(0, limits.lineImages);
  }

  private referred(item: DataSet): DataSet | undefined {
    if (!isReference(item) || this.references === 0) return undefined;
    this.references -= 1;
    return referredItem(this.opened, item);
  }
}

function textContent(opened: OpenedDataSet): Content | null {
  if (contentOf(opened, opened.dataSet).length === 0) return null;
  const reading = new ReportReading(opened);
  reading.read(opened.dataSet);
  const { lines, cut } = reading;
  if (!lines.some(({ text }) => text !== '')) return null;
  const read = attributeReader(opened);
  const verification = read.text('0040a493');
  return {
    title: titleOf(opened),
    content: {
      kind: 'text',
      lines,
      cut,
      complete: read.text('0040a491') !== 'PARTIAL',
      verified: verification === undefined ? null : verification === 'VERIFIED',
    },
  };
}

/** The report in a DICOM object without pixels; null if there is none. */
export const contentOfReport = (opened: OpenedDataSet): Content | null => pdfContent(opened) ?? textContent(opened);
