// Records the microphone of a browser in the built page, under the security policy of the server, until the file is there.
// Firefox takes part in `npm run test:full` only (decision 133).
import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { FAKE_MEDIA, openBrowser } from '@kaiwa/editor/test/browser.ts'
import { SESSION_COOKIE } from '@kaiwa/server/platform/http/actor.ts'
import { createFolder, rootOf } from '@kaiwa/server/test/factories/items.ts'
import { createOwner } from '@kaiwa/server/test/factories/users.ts'
import { openTestApp, type TestApp } from '@kaiwa/server/test/open-test-app.ts'
import type { SessionState } from '@kaiwa/web/recording/types.ts'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { type BuiltPage, buildRecordingPage } from './test/build-recording-page.ts'
import { type Firefox, openFirefox } from './test/firefox.ts'
import { onlyInFullRun } from './test/full-run.ts'

let built: BuiltPage
let test: TestApp
let url: string
beforeAll(async () => {
  built = await buildRecordingPage('session-page')
  test = await openTestApp({ webFolder: built.folder })
  url = await test.listen()
})
afterAll(async () => {
  await test.close()
  await built.remove()
})

/** Chromium with the same interface. */
async function openChromium(): Promise<Firefox> {
  const browser = await openBrowser(...FAKE_MEDIA, '--autoplay-policy=no-user-gesture-required')
  const context = await browser.newContext()
  const page = await context.newPage()
  return {
    setCookie: (address, name, value) =>
      context.addCookies([{ url: address, name, value, httpOnly: true, sameSite: 'Lax' }]),
    open: async (address) => void (await page.goto(address)),
    evaluate: (expression) => page.evaluate(expression),
    close: () => browser.close(),
  }
}

/** Samples per second. */
const RATE = 16_000

/** The decoded sound of a recording, one channel. */
async function decode(bytes: Buffer): Promise<Float32Array> {
  const folder = await mkdtemp(join(tmpdir(), 'kaiwa-recorded-'))
  const path = join(folder, 'recorded')
  await writeFile(path, bytes)
  const args = ['-v', 'error', '-i', path, '-f', 'f32le', '-ac', '1', '-ar', String(RATE), '-']
  const options = { encoding: 'buffer' as const, maxBuffer: 100_000_000 }
  const { stdout } = await promisify(execFile)('ffmpeg', args, options)
  await rm(folder, { recursive: true })
  return new Float32Array(stdout.buffer.slice(stdout.byteOffset, stdout.byteOffset + stdout.length))
}

describe.each([['Chromium', openChromium] as const, ...onlyInFullRun(['Firefox', openFirefox] as const)])(
  'recording in %s',
  (_, openOne) => {
    it('becomes a file with the complete sound and its marker', async () => {
      const owner = await createOwner(test.db)
      const folder = await createFolder(test.db, rootOf(owner), { creator: owner, name: '商談' })
      const details = JSON.stringify({ title: '録音', folderId: folder.projectId, language: 'ja', numSpeaker: 0 })
      const browser = await openOne()
      onTestFinished(() => browser.close())
      await browser.setCookie(url, SESSION_COOKIE, owner.token)
      await browser.open(url)
      const state = () => browser.evaluate<SessionState>('window.session.state()')
      await browser.evaluate(`window.session.start(${details})`)
      await expect.poll(async () => (await state()).seconds).toBeGreaterThan(4)
      await browser.evaluate(`window.session.mark('価格')`)
      await expect.poll(async () => (await state()).markers.map(({ note }) => note)).toEqual(['価格'])
      await browser.evaluate('window.session.stop()')
      const { seconds, interruptions, silentSeconds, channels } = await state()
      expect(channels).toEqual(['microphone'])
      expect(interruptions).toEqual([])
      expect(silentSeconds).toBeLessThan(3)

      const { fileId } = await browser.evaluate<{ fileId: number }>(`window.session.finish(${details})`)
      const { video_id: videoId } = await test.db
        .selectFrom('files')
        .select('video_id')
        .where('id', '=', fileId)
        .executeTakeFirstOrThrow()
      const samples = await decode(await test.read(await test.app.storage.get(`media/${videoId}/original`)))
      expect(Math.abs(samples.length / RATE - seconds)).toBeLessThan(0.5)
      // Each second has sound: the microphones give a tone, or beep once a second.
      for (let second = 0; second < Math.floor(samples.length / RATE); second++) {
        const part = samples.subarray(second * RATE, (second + 1) * RATE)
        expect(Math.max(...part)).toBeGreaterThan(0.05)
      }
    })
  },
)
