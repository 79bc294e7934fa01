/** True in `npm run test:full`. */
export const isFullRun = process.env['KAIWA_TESTS'] === 'full'

/**
 * The given variants in `npm run test:full`, none in `npm test`: `describe.each([EN, ...onlyInFullRun(JA)])`. The variant
 * of the default run is the one in which the texts of the checklist lines are written.
 */
export function onlyInFullRun<const T>(...variants: T[]): T[] {
  return isFullRun ? variants : []
}
