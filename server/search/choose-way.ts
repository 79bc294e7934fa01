import type { Wanted } from './grams.ts'

/**
 * How matching files are found. `index`: reads every candidate text from the index. `list`: reads all texts of the
 * files in list order, until enough files match. `probe`: reads the first files to decide.
 */
export type Way = 'index' | 'list' | 'probe'

/** Reading scattered texts costs about twice as much as reading sequential ones. */
const APART = 2

/** Returns the cheaper way to find `files` matching files. */
export const chooseWay = (
  { share, isShareKnown, corpus }: Pick<Wanted, 'share' | 'isShareKnown' | 'corpus'>,
  files: number,
): Way => {
  const { blocks, blocksPerFile } = corpus
  const partOfFiles = 1 - (1 - share) ** blocksPerFile
  if (share * blocks * APART <= (files / partOfFiles) * blocksPerFile) return 'index'
  return isShareKnown ? 'list' : 'probe'
}
