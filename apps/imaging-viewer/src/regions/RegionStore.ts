import type { Series, Study } from '../study/study.ts';
import { framesOn } from '../study/regions/masks.ts';
import { nothingUnplaced, type Slice, type Unplaced } from '../study/regions/image-plane.ts';
import { areaOf, outlinesOn, type Outlines } from '../study/regions/outlines.ts';
import type { ContourFault, ReadContours } from '../study/regions/read-contours.ts';
import { regionObjectOf, type Region, type RegionObject } from '../study/regions/region-object.ts';
import { studyOfObject, targetsOf, type NoTarget } from '../study/regions/target.ts';
import { forgetMasks, loadMasks, type LoadedMask, type MaskFault, type SamplesOf } from './load-masks.ts';

/** Where the store gets what it draws from. */
export interface RegionSources {
  /** The contours of a structure set by its URL. @throws the network error */
  contoursOf: (url: string) => Promise<ReadContours | ContourFault>;
  samplesOf: SamplesOf;
}

/**
 * `space`: in other coordinates than the images. `ambiguous`: others have its number. `none`: it lies on no picture.
 * `failed`: not fetched.
 */
export type RegionFault = ContourFault | MaskFault | 'space' | 'ambiguous' | 'none' | 'failed';

export interface RegionState {
  region: Region;
  on: boolean;
  phase: 'idle' | 'loading' | 'ready' | RegionFault;
  loaded: { done: number; of: number };
  unplaced: Unplaced;
  /** Contours of another kind, and ones that cannot be read. */
  others: number;
  broken: number;
  /** The number of pictures that it is on. */
  pictures: number;
  /** The picture with the largest area. */
  largest: { series: Series; index: number } | null;
}

export interface ObjectState {
  object: RegionObject;
  /** The reason why nothing of it can be drawn. */
  noTarget: NoTarget | null;
  /** The series that it is drawn on. */
  series: Series[];
  /** 0.1 to 1. */
  opacity: number;
  regions: RegionState[];
}

/** A region as it is drawn on one picture. */
export type Drawing = { region: Region; opacity: number } & (
  | { kind: 'outlines'; outlines: Outlines }
  | { kind: 'mask'; mask: LoadedMask }
);

interface Kept {
  state: ObjectState;
  targets: Slice[][];
  /** By region and picture. */
  outlines: Map<number, Map<string, Outlines>>;
  masks: Map<number, Map<string, LoadedMask>>;
  contours: Promise<ReadContours | ContourFault> | null;
}

const usualOpacity = 0.4;

const emptyRegion = (region: Region): RegionState => ({
  region,
  on: false,
  phase: region.isAmbiguous ? 'ambiguous' : 'idle',
  loaded: { done: 0, of: 0 },
  unplaced: nothingUnplaced(),
  others: 0,
  broken: 0,
  pictures: 0,
  largest: null,
});

/** The outlines and segmentations of the open studies: nothing is loaded or drawn until it is switched on. */
export class RegionStore {
  private listeners = new Set<() => void>();
  private readonly kept = new Map<string, Kept>();
  private states: readonly ObjectState[] = [];

  constructor(private readonly sources: RegionSources) {}

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };
  readonly state = (): readonly ObjectState[] => this.states;

  /** Takes the objects of the open studies; those of closed ones are forgotten. */
  open(studies: readonly Study[]): void {
    const instances = studies.flatMap(({ regionObjects }) => regionObjects);
    const urls = new Set(instances.map(({ url }) => url));
    for (const [key, { masks }] of this.kept) {
      if (urls.has(key)) continue;
      for (const ofRegion of masks.values()) forgetMasks(ofRegion.values());
      this.kept.delete(key);
    }
    for (const instance of instances) {
      const known = this.kept.get(instance.url);
      // A study opened later may have the images that were missing.
      if (known && known.state.noTarget === null && known.state.series.every((series) => isOpen(series, studies)))
        continue;
      const object = known?.state.object ?? regionObjectOf(instance);
      if (!object) continue;
      if (known) for (const ofRegion of known.masks.values()) forgetMasks(ofRegion.values());
      const targets = targetsOf(object, studyOfObject(object), studies);
      const isMissing = typeof targets === 'string';
      this.kept.set(object.key, {
        state: {
          object,
          noTarget: isMissing ? targets : null,
          series: isMissing ? [] : [...new Set(targets.flat().map(({ series }) => series))],
          opacity: usualOpacity,
          regions: object.regions.map(emptyRegion),
        },
        targets: isMissing ? [] : targets,
        outlines: new Map(),
        masks: new Map(),
        contours: null,
      });
    }
    this.tell();
  }

  /** Shows or hides one region. */
  show(key: string, region: number, on: boolean): void {
    const kept = this.kept.get(key);
    const state = kept?.state.regions.find((one) => one.region.number === region);
    if (!kept || !state || kept.state.noTarget !== null) return;
    // Other faults are of the file, and stay.
    if (on && !['idle', 'loading', 'ready', 'failed'].includes(state.phase)) return;
    this.change(kept, region, { on });
    if (on && (state.phase === 'idle' || state.phase === 'failed')) void this.load(kept, region);
  }

  showAll(key: string, on: boolean): void {
    for (const { region } of this.kept.get(key)?.state.regions ?? []) this.show(key, region.number, on);
  }

  setOpacity(key: string, opacity: number): void {
    const kept = this.kept.get(key);
    if (!kept) return;
    kept.state = { ...kept.state, opacity };
    this.tell();
  }

  /** The regions that are drawn on a picture, in the order of the list. */
  drawingsOn(imageId: string): Drawing[] {
    return [...this.kept.values()].flatMap(({ state: { opacity, regions }, outlines, masks }) =>
      regions.flatMap(({ region, on, phase }): Drawing[] => {
        if (!on || phase !== 'ready') return [];
        const [drawn, mask] = [outlines.get(region.number)?.get(imageId), masks.get(region.number)?.get(imageId)];
        if (drawn) return [{ region, opacity, kind: 'outlines', outlines: drawn }];
        return mask ? [{ region, opacity, kind: 'mask', mask }] : [];
      }),
    );
  }

  private async load(kept: Kept, region: number): Promise<void> {
    this.change(kept, region, { phase: 'loading' });
    const { object } = kept.state;
    const found = await (object.kind === 'structures'
      ? this.loadOutlines(kept, region)
      : this.loadMasks(kept, region)
    ).catch((): Partial<RegionState> => ({ phase: 'failed' }));
    // A region that cannot be drawn is switched off.
    this.change(kept, region, found.phase === 'ready' ? found : { ...found, on: false });
  }

  private async loadOutlines(kept: Kept, number: number): Promise<Partial<RegionState>> {
    const { object } = kept.state;
    // One file has the outlines of all regions; a failed request is made again.
    kept.contours ??= this.sources.contoursOf(object.key);
    const read = await kept.contours.catch((failure: unknown) => {
      kept.contours = null;
      throw failure;
    });
    if (typeof read === 'string') return { phase: read };
    const region = object.regions.find((one) => one.number === number);
    const targets = kept.targets
      .map((slices) => slices.filter(({ space }) => space === region?.space))
      .filter(({ length }) => length > 0);
    if (targets.length === 0) return { phase: 'space' };
    const contours = read.contours.filter((one) => one.region === number);
    const { outlines, unplaced } = outlinesOn(targets, contours);
    kept.outlines.set(number, outlines);
    const areas = [...outlines.values()].map((one) => ({ slice: one.slice, area: areaOf(one) }));
    return {
      ...this.placed(areas),
      unplaced,
      others: read.others.get(number) ?? 0,
      broken: read.broken.get(number) ?? 0,
    };
  }

  private async loadMasks(kept: Kept, number: number): Promise<Partial<RegionState>> {
    const { object } = kept.state;
    const { frames, unplaced } = framesOn(object, number, kept.targets);
    const loaded = await loadMasks(object, number, frames, {
      samplesOf: this.sources.samplesOf,
      told: (done) => this.change(kept, number, { loaded: { done, of: frames.length } }),
      isWanted: () => this.kept.get(object.key) === kept,
    });
    if (typeof loaded === 'string') return { phase: loaded, unplaced };
    kept.masks.set(number, new Map(loaded.map((one) => [one.slice.image.id, one])));
    return {
      ...this.placed(loaded.map(({ slice, mask, pixelArea }) => ({ slice, area: mask.pixels * pixelArea }))),
      unplaced,
    };
  }

  private placed(areas: { slice: Slice; area: number }[]): Pick<RegionState, 'phase' | 'pictures' | 'largest'> {
    const [largest] = [...areas].sort((a, b) => b.area - a.area);
    return {
      phase: largest ? 'ready' : 'none',
      pictures: areas.length,
      largest: largest ? { series: largest.slice.series, index: largest.slice.index } : null,
    };
  }

  private change(kept: Kept, region: number, change: Partial<RegionState>): void {
    kept.state = {
      ...kept.state,
      regions: kept.state.regions.map((one) => (one.region.number === region ? { ...one, ...change } : one)),
    };
    this.tell();
  }

  private tell(): void {
    this.states = [...this.kept.values()].map(({ state }) => state);
    for (const listener of this.listeners) listener();
  }
}

const isOpen = (series: Series, studies: readonly Study[]): boolean =>
  studies.some((study) => study.series.includes(series));
