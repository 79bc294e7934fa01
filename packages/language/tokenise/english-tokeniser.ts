import type { ItsFunction } from 'wink-nlp'
import { divideRuns } from './divide-runs.ts'
import { isSpoken } from '../token.ts'
import type { Token, Tokenise, WordType } from '../token.ts'

const TYPES: Readonly<Record<string, WordType>> = { ADJ: 1, NOUN: 3, PROPN: 3, VERB: 7 }

/** The English tokeniser: wink-nlp with its light model. A contraction gives two tokens (do + n't, base not). */
export async function openEnglish(): Promise<Tokenise> {
  const [{ default: wink }, { default: model }] = await Promise.all([
    import('wink-nlp'),
    import('wink-eng-lite-web-model'),
  ])
  const nlp = wink(model, ['sbd', 'pos'])
  const { its } = nlp
  return (text) => {
    const found = nlp.readDoc(divideRuns(text)).tokens()
    // The declared type of `lemma` does not match that of `out`, although the library's guide uses it this way.
    const column = (what: unknown) => found.out(what as ItsFunction<string>)
    const [values, bases, parts] = [column(its.value), column(its.lemma), column(its.pos)]
    const tokens: Token[] = []
    let offset = 0
    for (let index = 0; index < values.length; index++) {
      const value = values[index]!
      // wink returns no offsets. Each value is a substring of the text, in order.
      const at = text.indexOf(value, offset)
      if (at < 0 || value.trim() === '') continue
      offset = at + value.length
      const partOfSpeech = parts[index]!
      tokens.push({
        text: value,
        offset: at,
        base: bases[index]!,
        reading: '',
        partOfSpeech,
        detail: '',
        type: TYPES[partOfSpeech] ?? 0,
        spoken: isSpoken(value),
      })
    }
    return tokens
  }
}
