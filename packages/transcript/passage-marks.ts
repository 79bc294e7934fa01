// Marks of transcription practice in the text of a transcript, for passages that the engine could not recognise. They are
// ordinary text: people write them too, edit and delete them, and exports contain them.

const MARKS = {
  /** Nothing was recognised. */
  inaudible: { ja: '［聞き取り不能］', en: '[inaudible]' },
  /** The words repeat themselves; they are probably wrong. */
  unclear: { ja: '［要確認］', en: '[unclear]' },
} as const

export type PassageMark = keyof typeof MARKS

/** The mark in the language of a transcript. */
export function passageMark(mark: PassageMark, language: 'ja' | 'en'): string {
  return MARKS[mark][language]
}

/** True if the text of a block begins with a mark. */
export function hasPassageMark(text: string): boolean {
  return /^(［聞き取り不能］|［要確認］|\[inaudible\]|\[unclear\])/u.test(text)
}
