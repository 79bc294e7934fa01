import { sentences } from '../sentences.ts'

/** Marks that may follow a question mark at the end of a sentence. */
const CLOSING = new Set('」』）】"\'”’)]!！')
/** A Japanese question without a question mark. */
const JAPANESE_QUESTION =
  /(?:です|ます|でした|ました|ません|でしょう|ましょう|だろう|の|ない|んだ)か(?:ね|な)?[。．]?[」』）】]*$/u
/** Acknowledgements in the form of a question. */
const ACKNOWLEDGEMENT = /(?:^|[、。\s])(?:(?:あ|ああ|あっ|へえ|はい)[、\s]*)?(?:そうなん|そう|なるほど)ですか[。．]?$/u

function endsWithQuestionMark(sentence: string): boolean {
  let end = sentence.length - 1
  while (end >= 0 && CLOSING.has(sentence.charAt(end))) end -= 1
  return /[?？]/.test(sentence.charAt(end))
}

/** Number of sentences of a text that are questions. */
export function countQuestions(text: string): number {
  return sentences(text).filter(({ start, end }) => {
    const sentence = text.slice(start, end)
    return endsWithQuestionMark(sentence) || (JAPANESE_QUESTION.test(sentence) && !ACKNOWLEDGEMENT.test(sentence))
  }).length
}
