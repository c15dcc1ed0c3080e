// @bundle route
import { doseScheme, doseTimes, medicationHeadings, type DoseTime } from '@konsil/contracts/medication';
import type { MedicationList, Medicine } from '@konsil/contracts/medication-schemas';
import { formNames, headingNames, unitNames, weekdays } from './plan-codes.ts';
import type { PlanPerson } from './plan-person.ts';
import { NotWellFormed, readXml, type PlanElement } from './read-xml.ts';

/** The reason why a code cannot be imported: it is not a plan, is damaged, or has an unsupported version. */
export type PlanFaultCode = 'notPlan' | 'damaged' | 'tooLarge' | 'newer' | 'older';
export class PlanFault extends Error {
  constructor(readonly code: PlanFaultCode) {
    super(code);
  }
}

/** A part of a plan that could not be put into words: a code that no table has, or a part that is not read. */
export interface Unread {
  kind: 'form' | 'unit' | 'heading' | 'pzn' | 'detail' | 'nameless';
  /** As it stands in the plan. */
  text: string;
}

/** One page of a plan. */
export interface PlanPage {
  /** Identifies the print: all pages of one print have the same value. */
  instance: string;
  page: number;
  pages: number;
  person: PlanPerson;
  /** The author who printed it, with the address. */
  author: string;
  /** `YYYY-MM-DD`; null if the plan does not say. */
  printedOn: string | null;
  about: {
    allergies: string;
    weight: string;
    height: string;
    creatinine: string;
    pregnant: boolean;
    breastFeeding: boolean;
    text: string;
  };
  medicines: Medicine[];
  notes: MedicationList['notes'];
  unread: Unread[];
}

// A Data Matrix has at most 1,556 bytes, and a plan at most 1,400.
const mostCharacters = 20_000;
const [oldest, newest] = [22, 28];

/** Bytes as text: the specification says ISO 8859-1, and some programs write UTF-8 all the same. */
export const planText = (bytes: Uint8Array): string => {
  if (bytes.length > mostCharacters) throw new PlanFault('tooLarge');
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('iso-8859-1').decode(bytes);
  }
};

// A line break within a field.
const lines = (text = ''): string => text.replaceAll('~', ' / ').replace(/\s+/g, ' ').trim();
const dateOf = (text = ''): string => {
  const [, year, month, day] = /^(\d{4})-?(\d{2})?-?(\d{2})?/.exec(text) ?? [];
  return [year, month, day].filter((part) => part && part !== '00').join('-');
};
const isWholeDay = (date: string): boolean => /^\d{4}-\d{2}-\d{2}$/.test(date) && !Number.isNaN(Date.parse(date));

const timesOf: Record<DoseTime, string> = { morning: 'm', noon: 'd', evening: 'v', night: 'h' };
const known = {
  M: ['p', 'a', 'f', 'fd', 'm', 'd', 'v', 'h', 't', 'du', 'dud', 'i', 'r', 'x', 'wo'],
  W: ['w', 's'],
  R: ['t', 'x'],
  X: ['t'],
  S: ['c', 't'],
  O: ['ai', 'w', 'h', 'c', 'b', 'p', 'x'],
};

class PageReader {
  readonly unread: Unread[] = [];

  /** Reports additions by a future or foreign program, because they could change the meaning of the rest. */
  checkKnown({ name, attributes }: PlanElement): void {
    const names = Object.hasOwn(known, name) ? known[name as keyof typeof known] : undefined;
    for (const [attribute, value] of Object.entries(attributes))
      if (names && !names.includes(attribute)) this.unread.push({ kind: 'detail', text: `${attribute}: ${value}` });
  }

  private coded(kind: 'form' | 'unit' | 'heading', names: Readonly<Record<string, string>>, code: string): string {
    const word = Object.hasOwn(names, code) ? names[code] : undefined;
    if (word === undefined) this.unread.push({ kind, text: code });
    return word ?? code;
  }

  headingOf({ attributes: { c, t } }: PlanElement): string {
    return t ? lines(t) : c ? this.coded('heading', headingNames, c) : '';
  }

  private dose({ attributes }: PlanElement, heading: string): Pick<Medicine, 'times' | 'dose'> {
    const { t, wo } = attributes;
    const amounts = doseTimes.map((time) => attributes[timesOf[time]] ?? '');
    const scheme = amounts.map((amount) => amount || '0').join('-');
    if (wo !== undefined) {
      const day = Object.hasOwn(weekdays, wo) ? weekdays[wo] : undefined;
      // Without its day, it would read like a dose for every day.
      if (!day) throw new PlanFault('damaged');
      return { times: null, dose: [day, amounts.some(Boolean) ? scheme : '', lines(t)].filter(Boolean).join(' ') };
    }
    if (!amounts.some(Boolean)) return { times: null, dose: lines(t) };
    // Amounts by time of day are those of every day, which the dose below this heading is not.
    if (t || heading === medicationHeadings.weekly || amounts.some((amount) => amount.length > 10))
      return { times: null, dose: [scheme, lines(t)].filter(Boolean).join(' ') };
    const [morning = '', noon = '', evening = '', night = ''] = amounts;
    return { times: { morning, noon, evening, night }, dose: '' };
  }

  medicine(element: PlanElement, heading: string): Medicine[] {
    const { p = '', a, f, fd, du, dud, i, r, x } = element.attributes;
    this.checkKnown(element);
    const isNumber = /^\d{1,8}$/.test(p);
    if (p && !isNumber) this.unread.push({ kind: 'pzn', text: p });
    const ingredients = element.children.flatMap((child) => {
      if (child.name !== 'W') {
        this.unread.push({ kind: 'detail', text: child.name });
        return [];
      }
      this.checkKnown(child);
      return [{ name: lines(child.attributes['w']), strength: lines(child.attributes['s']) }];
    });
    const medicine: Medicine = {
      heading,
      ingredients,
      trade_name: lines(a),
      pzn: isNumber ? p.padStart(8, '0') : '',
      form: fd ? lines(fd) : f ? this.coded('form', formNames, f) : '',
      ...this.dose(element, heading),
      unit: dud ? lines(dud) : du ? this.coded('unit', unitNames, du) : '',
      hint: [lines(i), lines(x)].filter(Boolean).join('; '),
      reason: lines(r),
    };
    const isNamed = medicine.trade_name || medicine.pzn || ingredients.some(({ name }) => name);
    if (isNamed) return [medicine];
    this.unread.push({
      kind: 'nameless',
      text: [doseScheme(medicine), medicine.hint, medicine.reason].filter(Boolean).join(', '),
    });
    return [];
  }

  recipe(element: PlanElement, heading: string): Medicine[] {
    const { t, x } = element.attributes;
    this.checkKnown(element);
    return lines(t)
      ? [
          {
            heading,
            ingredients: [],
            trade_name: lines(t),
            pzn: '',
            form: 'Rezeptur',
            times: null,
            dose: '',
            unit: '',
            hint: lines(x),
            reason: '',
          },
        ]
      : [];
  }
}

/** True if there are control characters, or the replacement for bytes that a decoder cannot read. */
const hasDamage = (text: string): boolean =>
  text.includes('\ufffd') || [...text].some((sign) => sign < ' ' && !['\t', '\n', '\r'].includes(sign));

const rootOf = (text: string): PlanElement => {
  if (text.length > mostCharacters) throw new PlanFault('tooLarge');
  const start = text.indexOf('<MP');
  // Some scanners put a few signs before it; the specification leaves out the XML declaration.
  if (start < 0 || start > 200) throw new PlanFault('notPlan');
  if (/<!/.test(text)) throw new PlanFault('damaged');
  const end = text.lastIndexOf('>') + 1;
  if (hasDamage(text.slice(start, end))) throw new PlanFault('damaged');
  try {
    return readXml(text.slice(start, end));
  } catch (error) {
    if (error instanceof NotWellFormed) throw new PlanFault('damaged');
    throw error;
  }
};

const checkVersion = (version = ''): void => {
  const number = /^0?(\d\d)\d?$/.exec(version)?.[1];
  if (!number) throw new PlanFault('damaged');
  if (Number(number) < oldest) throw new PlanFault('older');
  // A later version may mean something else by the same signs, as a weekly dose did.
  if (Number(number) > newest) throw new PlanFault('newer');
};

/**
 * Reads one page of a German medication plan (BMP, versions 2.2 to 2.8) from the text of its code. Names are never
 * guessed: where the plan has a number only, the number is what is read.
 * @throws {PlanFault}
 */
export const readPlan = (text: string): PlanPage => {
  const { name, attributes, children } = rootOf(text);
  if (name !== 'MP') throw new PlanFault('notPlan');
  checkVersion(attributes['v']);
  const [page, pages] = [Number(attributes['a'] ?? 1), Number(attributes['z'] ?? 1)];
  if (!Number.isInteger(page) || !Number.isInteger(pages) || page < 1 || pages > 9 || page > pages)
    throw new PlanFault('damaged');

  const reader = new PageReader();
  const attributesOf = (element: string) => children.find((child) => child.name === element)?.attributes ?? {};
  const [p, a, o] = [attributesOf('P'), attributesOf('A'), attributesOf('O')];
  const printed = dateOf(a['t']);
  const medicines: Medicine[] = [];
  const notes: PlanPage['notes'] = [];
  for (const section of children) {
    reader.checkKnown(section);
    if (section.name !== 'S') {
      if (!['P', 'A', 'O', 'C'].includes(section.name)) reader.unread.push({ kind: 'detail', text: section.name });
      continue;
    }
    const heading = reader.headingOf(section);
    for (const line of section.children) {
      if (line.name === 'M') medicines.push(...reader.medicine(line, heading));
      else if (line.name === 'R') medicines.push(...reader.recipe(line, heading));
      else if (line.name === 'X') notes.push({ heading, text: lines(line.attributes['t']) });
      else reader.unread.push({ kind: 'detail', text: line.name });
    }
  }
  return {
    instance: (attributes['U'] ?? '').toUpperCase(),
    page,
    pages,
    person: {
      first_name: lines(p['g']),
      last_name: [p['v'], p['f']].map(lines).filter(Boolean).join(' '),
      date_of_birth: dateOf(p['b']),
    },
    author: [lines(a['n']), lines(a['c'])].filter(Boolean).join(', '),
    printedOn: isWholeDay(printed) ? printed : null,
    about: {
      allergies: lines(o['ai']),
      weight: lines(o['w']),
      height: lines(o['h']),
      creatinine: lines(o['c']),
      pregnant: o['p'] === '1',
      breastFeeding: o['b'] === '1',
      text: lines(o['x']),
    },
    medicines,
    notes: notes.filter(({ text: note }) => note),
    unread: reader.unread,
  };
};
