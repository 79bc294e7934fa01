/** True in `npm run test:full`. */
export const isFullRun = process.env['KAIWA_TESTS'] === 'full'

/**
 * The given variants in `npm run test:full`, none in `npm test`: `describe.each([EN, ...onlyInFullRun(JA)])`. Where lines of the
 * checklist quote English texts, English is the variant of the default run.
 */
export function onlyInFullRun<const T>(...variants: T[]): T[] {
  return isFullRun ? variants : []
}
