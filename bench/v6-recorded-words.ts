// V6: word errors of a recording that was made in a real browser, against the same sound encoded to Opus and uploaded. The
// program recognises both with pocketsphinx. The worker starts after the recording, so that it takes no processor time from
// the browser. The uploaded sound is cut to begin where the recording began: each chunk of speech is normalised separately.

import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { FAKE_MEDIA, openBrowser } from '@kaiwa/editor/test/browser.ts'
import { decodeSpeech, encodeSpeech } from '@kaiwa/speech'
import { CLEAN_SPEECH, spokenWords, speechInput, wordErrors } from '@kaiwa/speech/testing'
import { makeSound } from '@kaiwa/speech/testing/sounds/sound-recipes.ts'
import { SESSION_COOKIE } from '../server/platform/http/actor.ts'
import { media, mediaText } from '../server/test/factories/recordings.ts'
import { buildWeb } from '../tools/build-web.ts'
import { openBench, waitUntil } from './bench-program.ts'
import { ffmpeg } from './inputs.ts'
import { report } from './measure.ts'
import { IS_SHORT, loadNow } from './run-options.ts'

const SECONDS = IS_SHORT ? 60 : 600
const RATE = 16_000
/** Silence before the speech: the recorder starts within this time. */
const LEAD_SECONDS = 4

await buildWeb()
const bench = await openBench()
const program = await bench.start('api,realtime')

/** A speech and read sentences in turns, with their text. */
async function makeTalk(): Promise<{ path: string; text: string; seconds: number }> {
  const parts = [
    { samples: await makeSound(['-i', media('en-jfk.wav')]), text: await mediaText('en-jfk.txt') },
    { samples: await makeSound(speechInput(CLEAN_SPEECH)), text: CLEAN_SPEECH.map(({ text }) => text).join(' ') },
  ]
  const talk = [new Int16Array(LEAD_SECONDS * RATE)]
  const texts: string[] = []
  let length = 0
  for (let n = 0; length < SECONDS * RATE; n += 1) {
    const { samples, text } = parts[n % parts.length]!
    talk.push(samples, new Int16Array(2 * RATE))
    texts.push(text)
    length += samples.length + 2 * RATE
  }
  const all = new Int16Array(talk.reduce((sum, { length: count }) => sum + count, 0))
  let at = 0
  for (const samples of talk) {
    all.set(samples, at)
    at += samples.length
  }
  const path = join(bench.folder, 'talk.wav')
  await writeFile(path, encodeSpeech(all))
  return { path, text: texts.join(' '), seconds: all.length / RATE }
}

async function record(path: string, seconds: number): Promise<void> {
  const browser = await openBrowser(...FAKE_MEDIA, `--use-file-for-fake-audio-capture=${path}%noloop`)
  try {
    const context = await browser.newContext({ locale: 'en-US', viewport: { width: 1440, height: 900 } })
    await context.addCookies([{ name: SESSION_COOKIE, value: bench.owner.token, url: program.url, httpOnly: true }])
    const page = await context.newPage()
    page.setDefaultTimeout(120_000)
    await page.goto(`${program.url}/projects/${bench.projectId}/record`)
    await page.getByRole('button', { name: '録音を開始' }).click()
    const timer = page.getByRole('timer')
    await waitUntil(async () => {
      const [s = 0, m = 0] = (await timer.innerText()).split(':').map(Number).toReversed()
      await page.waitForTimeout(500)
      return m * 60 + s >= seconds
    })
    await page.getByRole('button', { name: '録音を終了', exact: true }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('combobox', { name: '音声の言語' }).selectOption('en')
    await dialog.getByRole('button', { name: '保存して送信' }).click()
    // Without a worker no engine is known yet.
    await page.getByRole('link', { name: /^(文字起こし|ファイル)を開く$/ }).waitFor()
  } finally {
    await browser.close()
  }
}

function newest() {
  return bench.app.db
    .selectFrom('files')
    .innerJoin('transcripts', 'transcripts.file_id', 'files.id')
    .select(['files.status', 'files.failed_reason', 'files.video_id', 'transcripts.id'])
    .orderBy('files.id', 'desc')
    .limit(1)
    .executeTakeFirst()
}

/** Second at which a sound begins that is louder than -36 dBFS. */
async function onsetOf(path: string): Promise<number> {
  const wav = join(bench.folder, 'onset.wav')
  await ffmpeg('-i', path, '-t', '10', '-ac', '1', '-ar', String(RATE), '-c:a', 'pcm_s16le', wav)
  return decodeSpeech(await readFile(wav)).findIndex((sample) => Math.abs(sample) > 500) / RATE
}

/** Errors in the transcript of the newest file of the folder, once it is processed. */
async function errorsOfNewest(text: string): Promise<number> {
  await waitUntil(async () => {
    const file = await newest()
    if (file?.status === 'failed') throw new Error(`The recording failed: ${file.failed_reason}`)
    return file?.status === 'processed'
  })
  const { id } = (await newest())!
  const blocks = await bench.app.db
    .selectFrom('blocks')
    .select('content')
    .where('transcript_id', '=', id)
    .orderBy('position')
    .execute()
  const { substitutions, deletions, insertions } = wordErrors(
    spokenWords(text),
    blocks.flatMap((block) => spokenWords(block.content)),
  )
  return substitutions + deletions + insertions
}

try {
  const { path, text, seconds } = await makeTalk()
  await record(path, seconds)
  await bench.start('worker')
  const ours = await errorsOfNewest(text)
  const { video_id: videoId } = (await newest())!
  // Part of the silence before the speech was over when the recording began.
  const start = (await onsetOf(path)) - (await bench.app.storage.withLocalFile(`media/${videoId}/original`, onsetOf))
  const encoded = join(bench.folder, 'talk.mkv')
  await ffmpeg('-ss', start.toFixed(3), '-i', path, '-c:a', 'libopus', '-b:a', '64k', encoded)
  const { file, finish } = await bench.announceRecording(encoded, 'en')
  await finish()
  await bench.reach(file, ['processed'])
  const peer = await errorsOfNewest(text)
  const words = spokenWords(text).length
  await report({
    id: 'V6',
    ours: (100 * ours) / words,
    peer: (100 * peer) / words,
    unit: '%',
    ratio: ours / peer,
    goal: '<= 1.10',
    ok: ours / peer <= 1.1,
    pairs: 1,
    note: `${ours} against ${peer} errors in ${words} words of ${Math.round(seconds)} s, begun ${start.toFixed(2)} s late; ${loadNow()}`,
    at: new Date().toISOString(),
  })
} finally {
  await bench.close()
}
