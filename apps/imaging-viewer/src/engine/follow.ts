import type { Types } from '@cornerstonejs/core';
import { firstShift, linkageOf, partnerOf, shiftBetween, type Linkage, type Partner } from '../study/linking.ts';
import type { Series } from '../study/study.ts';
import type { ImagePane } from './ImagePane.ts';

/** The parts of a pane that a link uses. */
export type LinkedPane = Pick<
  ImagePane,
  'series' | 'state' | 'subscribe' | 'goTo' | 'chosen' | 'adopt' | 'centre' | 'camera' | 'lookAt' | 'fills' | 'fit'
>;

/** Rules by which one pane follows another. */
export interface Following {
  linkage: Linkage;
  /** See `partnerOf`. */
  shift: number;
  /** From the leader's centre to the follower's, set by hand. */
  drift: Types.Point3;
}

const none: Types.Point3 = [0, 0, 0];
const apart = (from: Types.Point3, to: Types.Point3): Types.Point3 =>
  to.map((value, axis) => value - (from[axis] ?? 0)) as Types.Point3;

/** The link to begin with, by position; null if the two cannot be scrolled together. */
export function beginFollowing(leader: Series, follower: Series): Following | null {
  const linkage = linkageOf(leader, follower);
  return linkage && { linkage, shift: firstShift(leader, follower, linkage), drift: none };
}

/** The link that keeps both panes as they are set beside each other. */
export function followAsSet(leader: LinkedPane, follower: LinkedPane): Following | null {
  if (!leader.series || !follower.series) return null;
  const linkage = linkageOf(leader.series, follower.series);
  return (
    linkage && {
      linkage,
      shift: shiftBetween(leader.series, leader.state().index, follower.series, follower.state().index, linkage),
      drift: apart(leader.centre, follower.centre),
    }
  );
}

/** Values of both mean the same, so that one window fits both. */
function shareValues(a: Series, b: Series): boolean {
  const [one, other] = [a, b].map(({ images: [first] }) => first?.instance.lookOf(first.frame).unit ?? '');
  return a.uid === b.uid || (one !== '' && one === other && a.modality === b.modality);
}

/**
 * Makes a pane follow another: position, zoom, centre, and window where their values mean the same.
 * @param told called with the follower's picture at each step
 * @returns the function that ends it
 */
export function follow(
  leader: LinkedPane,
  follower: LinkedPane,
  { linkage, shift, drift }: Following,
  told: (partner: Partner) => void,
): () => void {
  let [index, view, camera] = [-1, leader.chosen, leader.camera()];
  // Settings made in one before linking apply to the other.
  let fresh = drift === none;
  if (fresh && leader.series && follower.series && shareValues(leader.series, follower.series)) {
    if (leader.chosen.window) follower.adopt(leader.chosen);
    else if (follower.chosen.window) leader.adopt(follower.chosen);
    view = leader.chosen;
  }
  const run = (): void => {
    const [series, following] = [leader.series, follower.series];
    if (!series || !following || leader.state().phase === 'loading') return;
    if (leader.state().index !== index) {
      index = leader.state().index;
      const partner = partnerOf(series, index, following, { linkage, shift });
      follower.goTo(partner.index);
      told(partner);
    }
    if (leader.chosen !== view) {
      view = leader.chosen;
      follower.adopt(shareValues(series, following) ? view : { ...follower.chosen, inverted: view.inverted });
    }
    const [now, theirs] = [leader.camera(), follower.camera()];
    if (!now || !theirs) return;
    if (fresh) {
      fresh = false;
      camera = now;
      if (!leader.fills()) follower.lookAt(now);
      else if (!follower.fills()) leader.lookAt(theirs);
      return;
    }
    const moved =
      !camera || now.perUnit !== camera.perUnit || apart(camera.centre, now.centre).some((by) => Math.abs(by) > 1e-6);
    if (!moved) return;
    camera = now;
    if (leader.fills()) follower.fit();
    else follower.lookAt({ perUnit: now.perUnit, centre: apart(drift.map((by) => -by) as Types.Point3, now.centre) });
  };
  run();
  const [endLeader, endFollower] = [leader.subscribe(run), follower.subscribe(() => fresh && run())];
  return () => {
    endLeader();
    endFollower();
  };
}
