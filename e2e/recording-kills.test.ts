// Recordings after the browser was killed. `bench/v2-recorder-kills.ts` measures the lost seconds.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { SESSION_COOKIE } from '@kaiwa/server/platform/http/actor.ts'
import { createFolder, rootOf } from '@kaiwa/server/test/factories/items.ts'
import { createOwner } from '@kaiwa/server/test/factories/users.ts'
import { openTestApp, type TestApp } from '@kaiwa/server/test/open-test-app.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type BuiltPage, buildRecordingPage } from './test/build-recording-page.ts'
import { killWhileRecording } from './test/recording-kills.ts'

let built: BuiltPage
let test: TestApp
let profile: string
beforeAll(async () => {
  built = await buildRecordingPage()
  test = await openTestApp({ webFolder: built.folder })
  profile = await mkdtemp(join(tmpdir(), 'kaiwa-profile-'))
})
afterAll(async () => {
  await test.close()
  await built.remove()
  await rm(profile, { recursive: true, force: true, maxRetries: 5 })
})

it('a killed browser loses no piece that was stored', async () => {
  const owner = await createOwner(test.db)
  const folder = await createFolder(test.db, rootOf(owner), { creator: owner })
  const url = await test.listen()
  const outcomes = await killWhileRecording(
    {
      url,
      profile,
      userId: owner.id,
      folderId: folder.projectId,
      prepare: (context) =>
        context.addCookies([{ name: SESSION_COOKIE, value: owner.token, url, httpOnly: true, sameSite: 'Lax' }]),
    },
    // A random moment of each fifth of the first seconds.
    Array.from({ length: 5 }, (_, part) => 500 + (part + Math.random()) * 800),
  )
  expect(outcomes).toHaveLength(5)
  for (const { storedBefore, size, readable } of outcomes) {
    expect(size).not.toBeNull()
    expect(size).toBeGreaterThanOrEqual(storedBefore)
    expect(readable).toBe(size)
  }
  // At least one was killed after its first second.
  expect(outcomes.some(({ size }) => size !== null && size > 0)).toBe(true)
})
