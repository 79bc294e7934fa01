import { loadavg } from 'node:os'

/** For work on a measurement itself: smaller inputs and fewer pairs. The results are not valid and not stored. */
export const IS_SHORT = process.env['KAIWA_BENCH_SHORT'] === '1'

const asked = Number(process.env['KAIWA_BENCH_PAIRS'] ?? '0')

/**
 * Number of pairs at full length, for measurements that take long. With fewer pairs than the goals require, the result
 * is not valid.
 */
export const PAIRS = asked > 0 ? asked : undefined

/** Load of the machine at the start of a measurement, for its note. */
export function loadNow(): string {
  return `load ${(loadavg()[0] ?? 0).toFixed(1)}`
}

/**
 * A folder in which filled databases stay for the next run, for measurements that fill one for minutes. Migrations that
 * were added since are applied. Delete the folder after a change of the rows.
 */
export const KEEP = process.env['KAIWA_BENCH_KEEP']
