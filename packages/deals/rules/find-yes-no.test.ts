// Meaning of an answer to a question about a yes-no property.
import { describe, expect, it } from 'vitest'
import { foldWidth } from '../fold.ts'
import { answerOf } from './find-yes-no.ts'

describe('an answer', () => {
  it.each([
    'はい。',
    'はい、お願いします。',
    'はい、問題ありません。',
    'ええ、必要です。',
    'もちろんです。',
    'そうですね。',
    '審査は受けなければなりません。',
    'トライアルを希望しています。',
    'Yes.',
    'Yes, no problem.',
    'Yes, without a doubt.',
    'Sure, we need it.',
    'Of course.',
    'Absolutely.',
    'It is required.',
  ])('%j is yes', (text) => expect(answerOf(foldWidth(text))).toBe(true))

  it.each([
    'いいえ。',
    'はい、いりません。',
    'はい、要りません。',
    'はい、必要ありません。',
    'もちろん不要です。',
    'いや、必要ないです。',
    'トライアルは希望しません。',
    'トライアルは希望していません。',
    'トライアルの予定はありません。',
    '審査は必要ではありません。',
    'いえ、結構です。',
    'No.',
    'No, thanks.',
    'Nope.',
    'Absolutely not.',
    'Of course not.',
    'Definitely not.',
    'Not really.',

    "I don't think so.",
    'We are not planning a trial.',
    "It isn't needed.",
    'It is not mandatory.',
    "Please don't.",
    'We have no plans for one.',
  ])('%j is no', (text) => expect(answerOf(foldWidth(text))).toBe(false))

  it.each([
    'Yesterday I spoke with the team.',
    'Surely the weather is nice.',
    'Nobody told me.',
    'Sure, but not now.',
    "Yes, we don't need it.",
    'No, we need it.',
    'No problem.',
    "We won't go live without a security review.",
    'いえ、必要です。',
    'はい、結構です。',
    'いえいえ。',
    'データを外に出してはいけないそうです',
    '希望するかどうかです。',
    'そうですね、社内の話です。',
    '人数は少ないです。',
    'constructor',
  ])('%j is neither', (text) => expect(answerOf(foldWidth(text))).toBeNull())
})
