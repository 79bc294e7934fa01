import { randomUUID } from 'node:crypto'
import { getInstallation, type Part } from '@kaiwa/contract/console.ts'
import { ROLE } from '@kaiwa/contract/roles.ts'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { jsonb } from '../platform/database/jsonb.ts'
import { createMember, createOwner, createUser, type TestUser } from '../test/factories/users.ts'
import { openTestApp, type TestApp } from '../test/open-test-app.ts'
import { joinParts, partsFor } from './get-installation.ts'
import { MAX_REPORT_AGE_SECONDS, startReporting } from './report-worker.ts'

function part(id: string, state: Part['state'], progress: number | null = null): Part {
  return {
    id,
    kind: 'speech',
    state,
    label: id,
    languages: [],
    reason: null,
    progress,
  }
}

describe('parts of several workers', () => {
  it.each([
    ['are listed once, with their best state', [[part('a', 'off')], [part('a', 'active')]], ['a active']],
    ['include those of every worker', [[part('a', 'off')], [part('b', 'available')]], ['a off', 'b available']],
    [
      'prefer an available part to one that is downloading',
      [[part('a', 'downloading', 0.5)], [part('a', 'available')]],
      ['a available'],
    ],
    ['are empty without workers', [], []],
  ])('%s', (_case, workers, expected) => {
    expect(joinParts(workers).map(({ id, state }) => `${id} ${state}`)).toEqual(expected)
  })
})

describe('in server mode', () => {
  const off: Part = { ...part('openai', 'off'), reason: 'speech.server-not-set' }
  const active: Part = { ...part('mfcc', 'active'), reason: 'speech.diarisation-without-models' }
  it.each<[string, { mode: 'local' | 'server'; isOperator: boolean }, Part['reason'][]]>([
    ['an owner reads no names of settings', { mode: 'server', isOperator: false }, ['operator.only', null]],
    ['an operator reads the reasons', { mode: 'server', isOperator: true }, [off.reason, active.reason]],
    [
      'an owner of a local installation reads them too',
      { mode: 'local', isOperator: false },
      [off.reason, active.reason],
    ],
  ])('%s', (_case, reader, reasons) => {
    const shown = partsFor(reader, [off, active])
    expect(shown.map(({ reason }) => reason)).toEqual(reasons)
    expect(shown.map(({ id, state }) => [id, state])).toEqual([
      ['openai', 'off'],
      ['mfcc', 'active'],
    ])
  })
})

describe('the capabilities of an installation', () => {
  let test: TestApp
  let user: TestUser
  beforeAll(async () => {
    test = await openTestApp({ env: { KAIWA_MODEL_DOWNLOAD: 'off' } })
    user = await createOwner(test.db)
  })
  afterAll(() => test.close())
  afterEach(() => test.db.deleteFrom('workers').execute())

  const ask = async (as = user) => (await test.call(getInstallation, {}, as)).body
  const worker = (seconds: number, languages: string[], parts: Part[] = []) =>
    test.db
      .insertInto('workers')
      .values({
        id: randomUUID(),
        parts: jsonb(parts),
        languages,
        detects_language: false,
        seen_at: sql<Date>`now() - make_interval(secs => ${seconds})`,
      })
      .execute()

  it('are empty while no worker is running', async () => {
    expect(await ask()).toMatchObject({ languages: [], detects_language: false })
  })

  it('are the union of all workers; a worker without recent reports does not count', async () => {
    await worker(0, ['ja'])
    await worker(0, ['ja', 'en'])
    await worker(MAX_REPORT_AGE_SECONDS + 5, ['fr'])
    expect((await ask()).languages.toSorted()).toEqual(['en', 'ja'])
  })

  it('are reported by each worker, with the reason for a part that is off, until it stops', async () => {
    const stopping = new AbortController()
    startReporting(test.app, stopping.signal)
    await vi.waitFor(async () => expect((await ask()).languages).toContain('en'), { timeout: 15_000 })
    stopping.abort()
    const { parts } = await ask()
    const ids = new Map((parts ?? []).map((one) => [one.id, one]))
    expect(ids.get('ffmpeg')).toMatchObject({ kind: 'media', state: 'active' })
    expect(ids.get('mail')).toMatchObject({ reason: 'mail.kept-here' })
    for (const { state, reason } of ids.values()) if (state === 'off') expect(reason).not.toBeNull()
  })

  it('are shown in detail only to owners and operators', async () => {
    const owner = await createOwner(test.db)
    const people = [owner, await createUser(test.db, { isOperator: true })]
    const others = await Promise.all(
      [ROLE.manager, ROLE.member, ROLE.guest].map((role) => createMember(test.db, owner, role)),
    )
    for (const person of people) expect((await ask(person)).parts).not.toBeNull()
    for (const person of [...others, await createUser(test.db)]) expect((await ask(person)).parts).toBeNull()
    await worker(0, [], [{ ...part('openai', 'off'), reason: 'speech.server-not-set' }])
    const { config } = test.app
    test.app.config = { ...config, mode: 'server' }
    const [ofOwner, ofOperator] = await Promise.all(people.map((person) => ask(person)))
    for (const { id } of people)
      await test.db
        .insertInto('two_factors')
        .values({ user_id: id, sealed_secret: Buffer.from('x'), confirmed_at: sql`now()` })
        .execute()
    const admitted = await Promise.all(people.map((person) => ask(person)))
    test.app.config = config
    // In server mode, an operator without two-factor authentication has no right of operators.
    expect([ofOwner?.parts?.[0]?.reason, ofOperator?.parts]).toEqual(['operator.only', null])
    expect(admitted.map((one) => one?.parts?.[0]?.reason)).toEqual(['operator.only', 'speech.server-not-set'])
  })
})
