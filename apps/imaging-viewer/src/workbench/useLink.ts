import { useCallback, useEffect, useState } from 'react';
import { beginFollowing, follow, followAsSet, type Following } from '../engine/follow.ts';
import type { ImagePane } from '../engine/ImagePane.ts';
import { linkageOf, partnerOf, type Linkage } from '../study/linking.ts';
import type { Series } from '../study/study.ts';

export interface Link {
  /** Null if the two series cannot be scrolled together. */
  linkage: Linkage | null;
  on: boolean;
  toggle: () => void;
  /** True if the following series has a picture of the leading one's level. */
  within: boolean;
  /** The picture to show a series at, beside the one in the other pane. */
  startOf: (series: Series, side: number) => number | undefined;
}

interface Kept {
  key: string;
  on: boolean;
  /** Set by hand, with the pane that led then. */
  asSet: { leader: number; following: Following } | null;
}

const keyOf = (shown: readonly (Series | null)[]): string => shown.map((series) => series?.key ?? '').join(' ');

/**
 * Links the two panes while comparing; the active one leads. The link begins by position. Linked again after one pane
 * was scrolled alone, both stay as they are.
 */
export function useLink(
  panes: readonly (ImagePane | null)[],
  shown: readonly (Series | null)[],
  { active, comparing, allowed }: { active: number; comparing: boolean; allowed: boolean },
): Link {
  const [left, right] = shown;
  const linkage = comparing && left && right ? linkageOf(left, right) : null;
  const key = keyOf(shown);
  const [kept, keep] = useState<Kept | null>(null);
  const now: Kept =
    kept?.key === key ? kept : { key, on: allowed && linkage !== null && linkage !== 'byNumber', asSet: null };
  const on = now.on && linkage !== null;
  const [within, setWithin] = useState(true);
  const [leader, follower] = [panes[active] ?? null, panes[1 - active] ?? null];
  const { asSet } = now;

  useEffect(() => {
    const [leading, following] = [shown[active], shown[1 - active]];
    if (!on || !leader || !follower || !leading || !following) return undefined;
    // Set by hand while the other pane led: as they stand now, it is the same link.
    const link = !asSet
      ? beginFollowing(leading, following)
      : asSet.leader === active
        ? asSet.following
        : followAsSet(leader, follower);
    return link ? follow(leader, follower, link, (partner) => setWithin(partner.within)) : undefined;
  }, [on, asSet, leader, follower, active, shown]);

  const toggle = () => {
    if (!leader || !follower) return;
    const following = on ? null : followAsSet(leader, follower);
    keep({ key, on: !on, asSet: following && { leader: active, following } });
  };
  const startOf = useCallback(
    (series: Series, side: number) => {
      const other = panes[1 - side];
      const begun = comparing && other?.series ? beginFollowing(other.series, series) : null;
      return other?.series && begun && begun.linkage !== 'byNumber'
        ? partnerOf(other.series, other.state().index, series, begun).index
        : undefined;
    },
    [panes, comparing],
  );
  return { linkage, on, toggle, within, startOf };
}
