// Measures recognition quality by hand: `node packages/speech/testing/measure/transcribe.ts <16 kHz mono wav> <text>`. Cuts the
// recording like the worker, runs pocketsphinx on the segments, and compares the words with the text and the times with
// bare pocketsphinx on the whole file.
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { segmenter, type Segment } from '@kaiwa/media-tools/segment.ts'
import { SPEECH_RATE } from '@kaiwa/media-tools/speech-track.ts'
import { decodeSpeech, encodeSpeech } from '../../audio/speech-wav.ts'
import type { Word } from '../../engine.ts'
import { openPocketsphinx } from '../../engines/pocketsphinx/engine.ts'
import { findPocketsphinx } from '../../engines/pocketsphinx/install.ts'
import { alignWords, spokenWords, wordErrors } from './word-errors.ts'

const [recording, text] = process.argv.slice(2)
const install = await findPocketsphinx()
if (!recording || !text || !install)
  throw new Error('usage: transcribe.ts <16 kHz mono wav> <text>, with pocketsphinx installed')

const engine = openPocketsphinx(install, { openFolder: () => mkdtemp(join(tmpdir(), 'kaiwa-pocketsphinx-')) })
const ours: Word[] = []
const started = performance.now()
for (const { start, samples } of cut(decodeSpeech(readFileSync(recording)))) {
  const { words } = await engine.recognise({
    wav: encodeSpeech(samples),
    language: 'en',
    signal: new AbortController().signal,
  })
  ours.push(...words.map((word) => ({ ...word, start: word.start + start, end: word.end + start })))
}
const seconds = (performance.now() - started) / 1_000
await engine.close()

const bareStarted = performance.now()
const bare = execFileSync('pocketsphinx_continuous', ['-infile', recording, '-time', 'yes', '-logfn', '/dev/null'], {
  encoding: 'utf8',
})
  .split('\n')
  .map((line) => /^([a-z]\S*) (\d+\.\d+) (\d+\.\d+) \d/.exec(line))
  .flatMap((match) => (match ? [{ text: (match[1] ?? '').replace(/\(\d+\)$/, ''), start: Number(match[2]) }] : []))
const bareSeconds = (performance.now() - bareStarted) / 1_000

function textOf(words: readonly { text: string }[]) {
  return words.map((word) => word.text)
}

const apart = alignWords(textOf(bare), textOf(ours))
  .flatMap(([one, other]) => {
    const [theirs, mine] = [bare[one ?? -1], ours[other ?? -1]]
    return theirs && mine && theirs.text === mine.text ? [Math.abs(theirs.start - mine.start)] : []
  })
  .sort((a, b) => a - b)
const reference = spokenWords(readFileSync(text, 'utf8'))
process.stdout.write(
  [
    `word errors   ours ${percent(wordErrors(reference, textOf(ours)).rate)}, bare ${percent(wordErrors(reference, textOf(bare)).rate)}`,
    `word times    ${apart.length} matched words, median ${apart[Math.floor(apart.length / 2)]?.toFixed(2)} s apart`,
    `time taken    ours ${seconds.toFixed(1)} s, bare ${bareSeconds.toFixed(1)} s`,
    '',
  ].join('\n'),
)

function cut(samples: Int16Array): Segment[] {
  const { push, flush } = segmenter({ sampleRate: SPEECH_RATE, channels: 1 })
  const frame = SPEECH_RATE / 50
  const segments: (Segment | null)[] = []
  for (let at = 0; at < samples.length; at += frame) segments.push(push(samples.slice(at, at + frame)))
  return [...segments, flush()].filter((segment) => segment !== null)
}

function percent(rate: number): string {
  return `${(100 * rate).toFixed(1)} %`
}
