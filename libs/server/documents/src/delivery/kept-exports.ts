import { and, gt, lte, or, type SQL } from 'drizzle-orm';
import { dataExports } from '@konsil/server-domain/schema';
import { hasBegun, isOfFastClock } from '@konsil/server-platform/database/time';

/** SQL: files made for a user that can be downloaded; none of a clock that was set back. */
export const isKept = (now: Date): SQL | undefined =>
  and(gt(dataExports.expiresAt, now), hasBegun(dataExports.createdAt, now));

/** SQL: files made for a user that are to be deleted. */
export const isOver = (now: Date): SQL | undefined =>
  or(lte(dataExports.expiresAt, now), isOfFastClock(dataExports.createdAt, now));
