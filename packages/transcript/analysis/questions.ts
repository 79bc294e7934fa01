import { sentences } from '../sentences.ts'

const QUESTION_MARK = /[?？][」』）】"'”’)\]?？!！]*$/u
/** A Japanese question without a question mark. */
const JAPANESE_QUESTION =
  /(?:です|ます|でした|ました|ません|でしょう|ましょう|だろう|の|ない|んだ)か(?:ね|な)?[。．]?[」』）】]*$/u
/** Acknowledgements in the form of a question. */
const ACKNOWLEDGEMENT = /(?:^|[、。\s])(?:(?:あ|ああ|あっ|へえ|はい)[、\s]*)?(?:そうなん|そう|なるほど)ですか[。．]?$/u

/** Number of sentences of a text that are questions. */
export function countQuestions(text: string): number {
  return sentences(text).filter(({ start, end }) => {
    const sentence = text.slice(start, end)
    return QUESTION_MARK.test(sentence) || (JAPANESE_QUESTION.test(sentence) && !ACKNOWLEDGEMENT.test(sentence))
  }).length
}
