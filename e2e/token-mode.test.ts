// The build variant for places without cookies: a bearer token in local storage, and the router's address in the hash.
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createFolder, rootOf } from '@kaiwa/server/test/factories/items.ts'
import { createOwner, PASSWORD, type TestOwner } from '@kaiwa/server/test/factories/users.ts'
import type { Request } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { buildTokenMode } from '../tools/build-web.ts'
import { button, field, passwordField, signOut } from './test/account-steps.ts'
import { type Journey, startJourney, type Visitor } from './test/journey.ts'

let web: string
let journey: Journey
let visitor: Visitor
let owner: TestOwner
const requests: Request[] = []

beforeAll(async () => {
  web = await mkdtemp(join(tmpdir(), 'kaiwa-token-mode-'))
  await buildTokenMode(web)
  journey = await startJourney({ KAIWA_WEB: web })
  owner = await createOwner(journey.program.db, { email: 'token@kaiwa.example' })
  await createFolder(journey.program.db, rootOf(owner), { creator: owner, name: '商談' })
  visitor = await journey.visit()
  visitor.page.on('request', (request) => requests.push(request))
})
afterAll(async () => {
  await journey.end()
  await rm(web, { recursive: true, force: true })
})

function storedToken(): Promise<string | null> {
  return visitor.page.evaluate(() => localStorage.getItem('kaiwa.token'))
}

it('APP-04 APP-05 signs in, opens pages by the hash and after a reload, and sends the bearer token without cookies', async () => {
  const { page } = visitor
  await visitor.open('/login?redirect=%2Fprojects')
  await page.waitForURL(/\/#\/login\?redirect=/)
  expect(await storedToken()).toBeNull()
  await field(page, 'メールアドレス').fill(owner.email)
  await passwordField(page).fill(PASSWORD)
  await button(page, 'ログイン').click()
  await page.waitForURL(/\/#\/projects\/\d+$/)
  const token = await storedToken()
  expect(token).toMatch(/^[\w-]{43}$/)
  expect(await visitor.context.cookies()).toEqual([])

  requests.length = 0
  await page.getByRole('link', { name: '商談' }).first().click()
  await page.getByRole('heading', { name: '商談' }).waitFor()
  const url = page.url()
  await page.reload()
  await page.getByRole('heading', { name: '商談' }).waitFor()
  expect(page.url()).toBe(url)
  await page.goBack()
  await page.getByRole('heading', { name: '商談' }).waitFor({ state: 'detached' })
  expect(new URL(page.url()).hash).toBe(`#/projects/${owner.rootProjectId}`)
  const headers = await Promise.all(
    requests
      .filter((request) => new URL(request.url()).pathname.startsWith('/api/'))
      .map(async (request) => {
        const { authorization, cookie } = await request.allHeaders()
        return { path: new URL(request.url()).pathname, authorization, cookie }
      }),
  )
  expect(headers.length).toBeGreaterThan(5)
  // Also the call that signs in to a channel.
  expect(headers.map(({ path }) => path)).toContain('/api/broadcasting/auth')
  expect(headers.filter(({ authorization, cookie }) => authorization !== `Bearer ${token}` || cookie)).toEqual([])
})

it('APP-05 signing out ends the session and removes the token', async () => {
  const token = await storedToken()
  await signOut(visitor.page)
  await visitor.page.waitForURL(/\/#\/login$/)
  expect(await storedToken()).toBeNull()
  const answer = await visitor.page.request.get('/api/auth/check', { headers: { authorization: `Bearer ${token}` } })
  expect(answer.status()).toBe(401)
  expect(visitor.errors).toEqual([])
})

it('APP-05 the ordinary build contains no code that stores or sends a token', async () => {
  const assets = fileURLToPath(new URL('../web/dist/assets/', import.meta.url))
  const withToken = async (folder: string) => {
    const scripts = (await readdir(folder)).filter((name) => name.endsWith('.js'))
    const texts = await Promise.all(scripts.map((name) => readFile(join(folder, name), 'utf8')))
    return texts.filter((text) => text.includes('kaiwa.token') || text.includes('Bearer')).length
  }
  expect(await withToken(join(web, 'assets'))).toBeGreaterThan(0)
  expect(await withToken(assets)).toBe(0)
})
