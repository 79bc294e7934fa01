// Sentences about one property in the generated calls of bench C3.

export interface Talk {
  /** As spoken, and as expected: '' for texts, whose quote must contain what was spoken. */
  values: readonly (readonly [spoken: string, expected: string])[]
  answers: readonly string[]
  distractors: readonly string[]
}
