// Rates a position between two words as the end of a subtitle. Japanese is read in phrases, which mostly end in kana,
// and a new phrase mostly begins with another script; particles and endings of the previous word are also kana.

const SENTENCE = /[。．？！?!…][」』）)”"']*$|[^.\d\s]\.[”"')]*$/u
/** Length of the end of a text that is searched for the end of a sentence with its closing brackets. */
const SENTENCE_END_LENGTH = 32
const CLAUSE = /[、，,;；:：」』）)]\s*$/u
const SPACE = /\s$/u
const KANA = /^[ぁ-ゖー]/u
/** 'お' and 'ご' before kanji begin a polite word. */
const POLITE = /^[おご]\p{Script=Han}/u
const ENDS_IN_KANA = /[ぁ-ゖ]$/u
const PARTICLES = new Set(
  'を は が に で と も へ や の か から まで より ので のに けど など だけ こそ しか さえ ほど くらい ぐらい ずつ ながら'.split(
    ' ',
  ),
)

/** Takes linear time: a search for `\s*$` restarts at every line end and takes quadratic time. */
export function endsSentence(text: string): boolean {
  const trimmed = text.trimEnd()
  return text.includes('\n', trimmed.length) || SENTENCE.test(trimmed.slice(-SENTENCE_END_LENGTH))
}

/** 2 after a sentence, 1 after a clause, less after a phrase, below 0 inside a phrase. */
export function breakScore(before: string, after: string): number {
  if (endsSentence(before)) return 2
  if (CLAUSE.test(before)) return 1
  if (SPACE.test(before)) return 0.3
  const word = before.trim()
  const next = after.trim()
  if (PARTICLES.has(next.replace(/\p{P}+$/u, ''))) return -1.5
  if (POLITE.test(next)) return 0.2
  if (KANA.test(next)) return PARTICLES.has(word) && word !== 'の' ? 0.2 : -1.5
  return ENDS_IN_KANA.test(word) ? 0.5 : -0.7
}
