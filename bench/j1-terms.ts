// J1: terms and parts of speech of a 3 h transcript, against the plain tokenizer on the same text, block by block. Our
// side also computes offsets, types, readings, times and scores. The text is the sales call, repeated with different
// numbers.

import { readFile } from 'node:fs/promises'
import { openLanguage } from '@kaiwa/language/open-language.ts'
import { scoreTerms } from '@kaiwa/language/score.ts'
import { alignTerms } from '@kaiwa/language/terms.ts'
import type { Passage } from '@kaiwa/language/terms.ts'
import { moraCount } from '@kaiwa/language'
import { TokenizerBuilder } from 'lindera-wasm-nodejs-ipadic'
import { compare } from './measure.ts'

const HOURS = 3

interface Call {
  duration: number
  utterances: { start: number; end: number; text: string }[]
}

const call = JSON.parse(await readFile(new URL('../media/ja-sales-call.json', import.meta.url), 'utf8')) as Call

/** The call's utterances as passages with words of four characters, like the output of Japanese recognisers. */
function passageOf(content: string, start_time: number, end_time: number): Passage {
  const perMora = (end_time - start_time) / moraCount(content)
  let time = start_time
  const words = (content.match(/.{1,4}/gsu) ?? []).map((text, index) => {
    const start = time
    time += moraCount(text) * perMora
    return { text, offset: index * 4, start, end: time, confidence: 0.9 }
  })
  return { content, start_time, end_time, words }
}

const passages: Passage[] = []
for (let round = 0; round * call.duration < HOURS * 3600; round++) {
  for (const { start, end, text } of call.utterances) {
    const shift = round * call.duration
    passages.push(passageOf(text.replaceAll('四十', `${round + 10}`), start + shift, end + shift))
  }
}
const characters = passages.reduce((sum, { content }) => sum + content.length, 0)

const builder = new TokenizerBuilder()
builder.setDictionary('embedded://ipadic')
builder.setMode('normal')
const bare = builder.build()
const { tokenise } = await openLanguage('ja')

await compare({
  id: 'J1',
  goal: { atMost: 1.2 },
  pairs: 9,
  note: `${passages.length} blocks, ${characters} characters`,
  ours() {
    scoreTerms(passages.map((passage) => ({ terms: alignTerms(passage, tokenise(passage.content)) })))
  },
  peer() {
    for (const { content } of passages) bare.tokenize(content)
  },
})
