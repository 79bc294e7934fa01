import type { GramQuery } from './grams.ts'

/**
 * How matching files are found. `index`: reads every candidate text from the index. `list`: reads all texts of the
 * files in list order, until enough files match. `probe`: reads the first files to decide.
 */
export type Strategy = 'index' | 'list' | 'probe'

/** Cost of reading scattered texts, relative to sequential ones. */
const RANDOM_READ_COST = 2

/** Returns the cheaper strategy for finding `files` matching files. */
export function chooseStrategy(
  { share, isShareKnown, corpus }: Pick<GramQuery, 'share' | 'isShareKnown' | 'corpus'>,
  files: number,
): Strategy {
  const { blocks, blocksPerFile } = corpus
  const partOfFiles = 1 - (1 - share) ** blocksPerFile
  if (share * blocks * RANDOM_READ_COST <= (files / partOfFiles) * blocksPerFile) return 'index'
  return isShareKnown ? 'list' : 'probe'
}
