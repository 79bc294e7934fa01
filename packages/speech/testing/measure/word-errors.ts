export interface WordErrors {
  substitutions: number
  deletions: number
  insertions: number
  words: number
  rate: number
}

/** The words of a text for word error rates: letters, digits and apostrophes, in lower case. */
export function spokenWords(text: string): string[] {
  return (
    text
      .toLowerCase()
      .replaceAll('’', "'")
      .match(/[\p{L}\p{N}']+/gu) ?? []
  )
}

/**
 * Word errors of a hypothesis against a reference, with the cheapest alignment. `rate` is errors divided by words of
 * the reference.
 */
export function wordErrors(reference: readonly string[], hypothesis: readonly string[]): WordErrors {
  let substitutions = 0
  let deletions = 0
  let insertions = 0
  for (const [expected, recognised] of alignWords(reference, hypothesis)) {
    if (expected === undefined) insertions++
    else if (recognised === undefined) deletions++
    else if (reference[expected] !== hypothesis[recognised]) substitutions++
  }
  const errors = substitutions + deletions + insertions
  return {
    substitutions,
    deletions,
    insertions,
    words: reference.length,
    rate: reference.length ? errors / reference.length : errors,
  }
}

/** Index pairs of the cheapest alignment; one side is undefined for a missing or added word. */
export function alignWords(
  reference: readonly string[],
  hypothesis: readonly string[],
): [number | undefined, number | undefined][] {
  const width = hypothesis.length + 1
  const cost = new Uint32Array((reference.length + 1) * width)
  const at = (i: number, j: number) => cost[i * width + j] ?? 0
  for (let i = 0; i <= reference.length; i++)
    for (let j = 0; j <= hypothesis.length; j++)
      cost[i * width + j] =
        i === 0 || j === 0
          ? i + j
          : Math.min(
              at(i - 1, j) + 1,
              at(i, j - 1) + 1,
              at(i - 1, j - 1) + (reference[i - 1] === hypothesis[j - 1] ? 0 : 1),
            )
  const pairs: [number | undefined, number | undefined][] = []
  for (let i = reference.length, j = hypothesis.length; i > 0 || j > 0;) {
    if (i > 0 && j > 0 && at(i, j) === at(i - 1, j - 1) + (reference[i - 1] === hypothesis[j - 1] ? 0 : 1))
      pairs.push([--i, --j])
    else if (i > 0 && at(i, j) === at(i - 1, j) + 1) pairs.push([--i, undefined])
    else pairs.push([undefined, --j])
  }
  return pairs.reverse()
}
