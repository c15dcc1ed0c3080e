import { dayOf } from '@konsil/dicom-header/dates';
import { item, items, number, text } from '@konsil/pixels';
import { cross } from './orientation.ts';
import { dot, positionOf, unitAxesOf, type Vector } from './place.ts';
import type { Image, Plane } from './study.ts';

const frameContentGroup = '00209111';

/** The sort keys of a picture; null if its file does not say. */
interface Placed {
  image: Image;
  /** The directions of its rows and columns. */
  axes: [Vector, Vector] | null;
  /** Position along the plane's normal, in thousandths of a millimetre, so that equal positions compare equal. */
  depth: number | null;
  times: readonly (number | null)[];
  number: number | null;
  arrival: number;
}

/** Milliseconds from midnight of `HHMMSS.ffffff`, possibly truncated, or the old `HH:MM:SS.ffffff`. */
function timeOfDay(value: string): number | null {
  const match = /^(\d{2}):?(\d{2})?:?(\d{2})?(\.\d+)?$/.exec(value);
  if (!match) return null;
  const [hours = 0, minutes = 0, seconds = 0, fraction = 0] = match.slice(1).map((part) => Number(part ?? 0));
  return ((hours * 60 + minutes) * 60 + seconds + fraction) * 1000;
}
const minute = 60_000;
/** A date with a time as sortable milliseconds; null if one of them is missing. */
function momentOf(date: string, time: string): number | null {
  const [day, within] = [dayOf(date), timeOfDay(time)];
  return day === null || within === null ? null : Date.parse(day) + within;
}
/** `YYYYMMDDHHMMSS.ffffff` as sortable milliseconds, in UTC if it has a time zone (`+0100`); null without a time. */
function dateTime(value: string): number | null {
  const [, local = '', sign, hours, minutes] = /^([\d.]+)(?:([+-])(\d{2})(\d{2}))?$/.exec(value) ?? [];
  const moment = momentOf(local.slice(0, 8), local.slice(8));
  if (moment === null || sign === undefined) return moment;
  const offset = (Number(hours) * 60 + Number(minutes)) * minute;
  return sign === '-' ? moment + offset : moment - offset;
}

function placed(image: Image, arrival: number): Placed {
  const { dataSet } = image.instance;
  const frame = image.frame - 1;
  const [axes, position] = [unitAxesOf(image), positionOf(image)];
  const location = number(dataSet, '00201041');
  const along =
    axes && position
      ? dot(cross(axes[0], axes[1]) as Vector, position)
      : image.instance.frames === 1
        ? location
        : undefined;
  const frameContent = item(items(dataSet, '52009230')[frame], frameContentGroup);
  const acquired = text(frameContent, '00189074') || text(dataSet, '0008002A');
  const [date, time] = [text(dataSet, '00080022') || text(dataSet, '00080020'), text(dataSet, '00080032')];
  return {
    image,
    axes,
    depth: along === undefined ? null : Math.round(along * 1000),
    times: [
      number(frameContent, '00209128') ?? number(dataSet, '00200100') ?? null,
      dateTime(acquired) ?? momentOf(date, time),
      number(dataSet, '00181060') ?? null,
      timeOfDay(text(dataSet, '00080033')),
    ],
    number: number(dataSet, '00200013') ?? null,
    arrival,
  };
}

const sameWay = (a: Placed['axes'], b: Placed['axes']): boolean =>
  a && b ? dot(a[0], b[0]) > 0.99 && dot(a[1], b[1]) > 0.99 : a === b;

/** Compares by a value only if every picture has one: otherwise the order would depend on arrival. */
function byAll<T>(all: readonly T[], valueOf: (one: T) => number | null): (a: T, b: T) => number {
  if (all.some((one) => valueOf(one) === null)) return () => 0;
  return (a, b) => (valueOf(a) ?? 0) - (valueOf(b) ?? 0);
}

function inOrder(all: Placed[]): Placed[] {
  const steps = [
    byAll(all, ({ depth }) => depth),
    ...[0, 1, 2, 3].map((index) => byAll(all, ({ times }) => times[index] ?? null)),
    byAll(all, ({ number: value }) => value),
    (a: Placed, b: Placed) => a.arrival - b.arrival,
  ];
  const sorted = [...all].sort((a, b) => steps.map((step) => step(a, b)).find((difference) => difference !== 0) ?? 0);
  // Orders by position in the body, in the direction in which the instance numbers rise.
  const [start, end] = [sorted[0], sorted.at(-1)];
  const countsBack =
    start && end && start.depth !== null && start.depth !== end.depth && (start.number ?? 0) > (end.number ?? 0);
  if (!countsBack || all.some(({ depth }) => depth === null)) return sorted;
  const [byDepth = () => 0, ...others] = steps;
  return sorted.sort(
    (a, b) =>
      [(one: Placed, other: Placed) => byDepth(other, one), ...others]
        .map((step) => step(a, b))
        .find((difference) => difference !== 0) ?? 0,
  );
}

const clearly = 0.9;
const planes = ['sagittal', 'coronal', 'axial'] as const;

function planeOf(axes: Placed['axes']): Plane | null {
  if (!axes) return null;
  const normal = cross(axes[0], axes[1]).map(Math.abs);
  return planes[normal.findIndex((part) => part > clearly)] ?? 'oblique';
}

export interface Stack {
  /** Set if there are several stacks. */
  plane: Plane | null;
  images: Image[];
}

/**
 * Sorts the pictures of a series by position along their plane's normal, then time, then number. Different orientations
 * become separate stacks, unless nearly every picture has its own, as in radial series.
 */
export function stacksOf(images: Image[]): Stack[] {
  const all = images.map(placed);
  const stacks: [Placed, ...Placed[]][] = [];
  for (const one of all) {
    const stack = stacks.find(([first]) => sameWay(first.axes, one.axes));
    if (stack) stack.push(one);
    else stacks.push([one]);
  }
  if (stacks.length > 3 && stacks.length > all.length / 2)
    return [{ plane: null, images: inOrder(all.map((one) => ({ ...one, depth: null }))).map(({ image }) => image) }];
  return stacks.map((stack) => ({
    plane: stacks.length > 1 ? planeOf(stack[0].axes) : null,
    images: inOrder(stack).map(({ image }) => image),
  }));
}
