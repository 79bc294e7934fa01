// A model with the inputs and outputs of SenseVoice, which accepts a language as input. It recognises one word in every
// sound: a Japanese or an English one, by its input; without a language it detects Japanese.
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { SherpaModels } from '../../engines/sherpa/sherpa-models.ts'
import { type Graph, onnxModel } from './onnx.ts'

const LANGUAGES = ['auto', 'zh', 'en', 'yue', 'ja', 'ko'] as const
const WORDS: Record<(typeof LANGUAGES)[number], string> = {
  auto: 'はい',
  zh: '是',
  en: '▁yes',
  yue: '係',
  ja: 'はい',
  ko: '네',
}
const DETECTED = 'ja'
/** The four tokens before the words: language, emotion, event, punctuation. */
const PREFIX = 4
const FEATURES = 560
const TOKENS = [
  '<unk>',
  ...LANGUAGES.slice(1).map((language) => `<|${language}|>`),
  '<|NEUTRAL|>',
  '<|Speech|>',
  '<|withitn|>',
  ...new Set(Object.values(WORDS)),
]

/** A table of score rows, each with one winning token. */
function rowsOf(winners: readonly string[]): Float32Array {
  const scores = new Float32Array(winners.length * TOKENS.length)
  for (const [row, token] of winners.entries()) scores[row * TOKENS.length + TOKENS.indexOf(token)] = 10
  return scores
}

function senseVoiceGraph(): Graph {
  const told = LANGUAGES.map((language) => (language === 'auto' ? DETECTED : language))
  const prefixes = told.flatMap((language) => [`<|${language}|>`, '<|NEUTRAL|>', '<|Speech|>', '<|withitn|>'])
  const size = TOKENS.length
  return {
    inputs: [
      { name: 'x', shape: ['N', 'T', FEATURES] },
      { name: 'x_length', type: 'int32', shape: ['N'] },
      { name: 'language', type: 'int32', shape: ['N'] },
      { name: 'text_norm', type: 'int32', shape: ['N'] },
    ],
    outputs: [{ name: 'logits', shape: ['N', 'L', size] }],
    constants: [
      { name: 'prefixes', shape: [LANGUAGES.length, PREFIX, size], data: rowsOf(prefixes) },
      { name: 'bodies', shape: [LANGUAGES.length, 1, size], data: rowsOf(LANGUAGES.map((one) => WORDS[one])) },
      { name: 'nothing', shape: [FEATURES, size], data: new Float32Array(FEATURES * size) },
    ],
    nodes: [
      { op: 'Gather', inputs: ['prefixes', 'language'], output: 'prefix', attributes: { axis: { int: 0 } } },
      { op: 'Gather', inputs: ['bodies', 'language'], output: 'body', attributes: { axis: { int: 0 } } },
      { op: 'MatMul', inputs: ['x', 'nothing'], output: 'frames' },
      { op: 'Add', inputs: ['frames', 'body'], output: 'spread' },
      { op: 'Concat', inputs: ['prefix', 'spread'], output: 'logits', attributes: { axis: { int: 1 } } },
    ],
    metadata: {
      model_type: 'sense_voice_ctc',
      vocab_size: size,
      lfr_window_size: 7,
      lfr_window_shift: 6,
      normalize_samples: 0,
      with_itn: 14,
      without_itn: 15,
      ...Object.fromEntries(LANGUAGES.map((language, id) => [`lang_${language}`, id])),
      neg_mean: Array.from({ length: FEATURES }, () => '0').join(','),
      inv_stddev: Array.from({ length: FEATURES }, () => '1').join(','),
    },
  }
}

/** Writes the model and its tokens to a folder, under the names of the real files. */
export async function makeSenseVoiceModel(folder: string): Promise<SherpaModels> {
  await mkdir(folder, { recursive: true })
  const [model, tokens] = [join(folder, 'model.int8.onnx'), join(folder, 'tokens.txt')]
  await writeFile(model, onnxModel(senseVoiceGraph()))
  await writeFile(tokens, TOKENS.map((token, id) => `${token} ${id}\n`).join(''))
  return {
    id: 'sense-voice-test',
    languages: ['zh', 'en', 'ja', 'ko', 'yue'],
    detectsLanguage: true,
    recogniser: { kind: 'sense-voice', model, tokens },
  }
}
