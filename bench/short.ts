import { loadavg } from 'node:os'

/** For work on a figure itself: smaller inputs and fewer pairs. What is printed then is no figure, and is not kept. */
export const IS_SHORT = process.env['KAIWA_BENCH_SHORT'] === '1'

/** Fewer pairs of full length, where one takes long: the result says how many they were. */
export const PAIRS =
  process.env['KAIWA_BENCH_PAIRS'] === undefined ? undefined : Number(process.env['KAIWA_BENCH_PAIRS'])

/** How busy the machine was when a figure began, for its note. */
export const loadNow = (): string => `load ${(loadavg()[0] ?? 0).toFixed(1)}`
