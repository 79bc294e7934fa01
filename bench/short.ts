import { loadavg } from 'node:os'

/** For work on a figure itself: smaller inputs and fewer pairs. What is printed then is no figure, and is not kept. */
export const IS_SHORT = process.env['KAIWA_BENCH_SHORT'] === '1'

const asked = Number(process.env['KAIWA_BENCH_PAIRS'] ?? '0')

/** So many pairs of full length, where one takes long. With fewer than the goals ask for the result is no figure yet. */
export const PAIRS = asked > 0 ? asked : undefined

/** How busy the machine was when a figure began, for its note. */
export const loadNow = (): string => `load ${(loadavg()[0] ?? 0).toFixed(1)}`
