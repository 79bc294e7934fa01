// Files in every state in the list of a folder: their status text, the offered actions, and the effect of these.
import type { FailedReason, NoteKey } from '@kaiwa/contract/files.ts'
import { recordUsage } from '@kaiwa/server/billing/record-usage.ts'
import {
  createFile,
  createFolder,
  type FileOptions,
  rootOf,
  type TestFile,
  type TestFolder,
} from '@kaiwa/server/test/factories/items.ts'
import { createTranscript } from '@kaiwa/server/test/factories/transcripts.ts'
import { createOwner, type TestOwner } from '@kaiwa/server/test/factories/users.ts'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Journey, startJourney, type Visitor } from './test/journey.ts'
import { recordFailures } from './test/record-failures.ts'
import { setLocale } from './test/set-locale.ts'

let journey: Journey
let owner: TestOwner
let folder: TestFolder
let visitor: Visitor
let page: Page

const nothingYet = { is_playable: false, has_thumbnail: false, thumbnail_count: 0 }

function failed(failed_reason: FailedReason | null): Partial<FileOptions> {
  return {
    status: 'failed',
    failed_reason,
    ...nothingYet,
  }
}

type Row = [title: string, ids: string, columns: Partial<FileOptions>, text: string, offers: string[]]

/** 'Contact support' and 'Find out more' are links, the other offers are buttons. */
const rows: Row[] = [
  ['arriving', 'PROC-03 PROC-05', { status: 'waiting', ...nothingYet }, 'Uploading', []],
  ['arrived', 'PROC-03', { status: 'uploaded', ...nothingYet }, 'Uploaded', ['Parsing aborted']],
  ['running', 'PROC-03 PROC-12', { status: 'processing', ...nothingYet }, 'Processing', ['Parsing aborted']],
  ['done', 'PROC-03 PROC-14', { status: 'processed' }, 'Processed', []],
  ['stopped', 'PROC-03 PROC-16', { status: 'canceled', ...nothingYet }, 'Stopped parsing', ['Resume analysis']],
  ['unknown', 'PROC-03 PROC-25', failed(null), 'Failed', ['Resume analysis', 'Contact support']],
  ['lost', 'PROC-18 PROC-24', failed('file-not-found'), 'Upload failed', ['Upload again', 'Contact support']],
  [
    'no record',
    'PROC-19 PROC-24',
    failed('record-not-found'),
    'Parsing failed',
    ['Resume analysis', 'Contact support'],
  ],
  [
    'broken',
    'PROC-19',
    failed('pre-processing-failed'),
    'Pre-processing failed',
    ['Resume analysis', 'Contact support'],
  ],
  ['unheard', 'PROC-19 PROC-22', failed('transcript-failed'), 'Parsing failed', ['Resume analysis', 'Contact support']],
  ['slow', 'PROC-19', failed('timeout'), 'Process timeout', ['Resume analysis', 'Contact support']],
  ['full', 'PROC-19', failed('quota-exceeded'), 'Quota exceeded', ['Resume analysis', 'Contact support']],
  [
    'huge',
    'PROC-24',
    failed('max-file-size-exceeded'),
    'Maximum file size exceeded',
    ['Upload again', 'Contact support'],
  ],
  ['mute', 'PROC-19 PROC-23', failed('no-audio-detected'), 'No audio detected', ['Find out more']],
  ['wordless', 'PROC-19 PROC-23', failed('no-transcript'), 'No transcript', ['Find out more']],
  [
    'short',
    'PROC-19 PROC-20',
    { ...failed('not-enough-minute'), duration: 60 },
    'Not enough minute',
    ['Start analysis now'],
  ],
]
/** Seconds. The plan has 6,000 minutes. */
const LONGER_THAN_THE_PLAN = 6001 * 60

beforeAll(async () => {
  // Without a worker every file keeps its initial state.
  journey = await startJourney({ KAIWA_ROLES: 'api,realtime' })
  const { db } = journey.program
  owner = await createOwner(db)
  folder = await createFolder(db, rootOf(owner), { creator: owner, name: 'All states' })
  for (const [title, , columns] of rows) await createFile(db, folder, { creator: owner, title, ...columns })
  await createFile(db, folder, {
    creator: owner,
    title: 'too long',
    ...failed('not-enough-minute'),
    duration: LONGER_THAN_THE_PLAN,
  })
  await createFile(db, folder, { creator: owner, title: 'voice', is_audio: true, has_thumbnail: false })
  visitor = await journey.visit({ as: owner, locale: 'en' })
  page = visitor.page
  await visitor.open(`/projects/${folder.projectId}`)
})
afterAll(() => journey.end())

async function rowId(title: string): Promise<number> {
  const { db } = journey.program
  return (await db.selectFrom('files').select('id').where('title', '=', title).executeTakeFirstOrThrow()).id
}

function row(name: string) {
  return page.getByRole('row', { name, exact: true })
}

function offer(name: string, what: string) {
  return row(name).getByRole('button', { name: what, exact: true })
}

describe('each state', () => {
  it.each(rows.map(([title, ids, , text, offers]) => ({ ids, title, text, offers })))(
    '$ids $title: $text, offers $offers',
    async ({ title, text, offers }) => {
      const status = row(title).locator('[data-status]')
      await status.getByText(text, { exact: true }).waitFor()
      const offered = async () => (await status.locator('a, button').allTextContents()).map((name) => name.trim())
      await expect.poll(offered).toEqual(offers)
    },
  )

  it('PROC-14 shows a check for a processed file', async () => {
    expect(await row('done').locator('[data-tone=done] svg').count()).toBe(1)
    expect(await row('stopped').locator('[data-tone] svg').count()).toBe(0)
  })

  it('PROC-22 shows that the transcript failed, with a link to support', async () => {
    await row('unheard').getByText('Transcript failed').waitFor()
    const support = row('unheard').getByRole('link', { name: 'Contact support' })
    expect(await support.getAttribute('href')).toBe('/guide/support')
  })

  it('PROC-23 links to the user guide', async () => {
    const manual = row('mute').getByRole('link', { name: 'Find out more' })
    expect(await manual.getAttribute('href')).toBe('/guide/support#silent')
  })

  it('PROC-15 PROC-32 a file cannot be opened and has no menu before it is processed', async () => {
    for (const name of ['arriving', 'arrived', 'running']) {
      expect(await row(name).getByRole('link', { name, exact: true }).count()).toBe(0)
      expect(await page.getByRole('button', { name: `Menu for ${name}` }).count()).toBe(0)
    }
    await row('stopped').dblclick()
    expect(new URL(page.url()).pathname).toBe(`/projects/${folder.projectId}`)
    expect(await row('done').getByRole('link', { name: 'done', exact: true }).count()).toBe(1)
  })

  it.each([
    ['PROC-27', 'voice', 'is_audio', 'Audio file'],
    ['PROC-28', 'mute', 'muted_sound', 'No sound'],
    ['PROC-28', 'wordless', 'muted_sound', 'No sound'],
    ['PROC-29', 'done', 'broken_file', 'Cannot be played'],
    ['PROC-30', 'running', 'processing', 'Processing'],
  ])('%s %s has the thumbnail %s', async (_, title, kind, text) => {
    const picture = row(title).locator(`[data-kind=${kind}]`)
    // The list loads thumbnails when they become visible.
    await row(title).scrollIntoViewIfNeeded()
    await picture.waitFor()
    expect(await picture.textContent()).toBe(text)
  })
})

describe('the offers', () => {
  it('PROC-12 PROC-13 aborting asks for confirmation, because the minutes stay consumed, as the usage shows', async () => {
    const { db } = journey.program
    const { id } = await db
      .selectFrom('files')
      .select('id')
      .where('title', '=', 'running')
      .where('workspace_id', '=', owner.workspaceId)
      .executeTakeFirstOrThrow()
    // The worker has begun to recognise the recording, which charges it.
    const cause = `file:${id}:charge:1`
    await db.transaction().execute((trx) =>
      recordUsage(trx, {
        workspaceId: owner.workspaceId,
        userId: owner.id,
        fileId: id,
        kind: 'minute',
        amount: 37,
        cause,
      }),
    )
    await db.updateTable('files').set({ charge_cause: cause, charge_count: 1 }).where('id', '=', id).execute()
    const showsMinutes = async (): Promise<void> => {
      await page.getByRole('button', { name: 'Usage', exact: true }).click()
      await page.getByText('37 / 6,000 minutes', { exact: true }).waitFor()
      await page.keyboard.press('Escape')
    }
    await page.reload()
    await row('running').waitFor()
    await showsMinutes()
    await offer('running', 'Parsing aborted').click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('Aborting the analysis consumes the available analysis time. Is it OK?').waitFor()
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await dialog.waitFor({ state: 'hidden' })
    await row('running').getByText('Processing', { exact: true }).first().waitFor()
    await offer('running', 'Parsing aborted').click()
    await dialog.getByRole('button', { name: 'Parsing aborted' }).click()
    await row('running').getByText('Stopped parsing').waitFor()
    await page.reload()
    await row('running').getByText('Stopped parsing').waitFor()
    await showsMinutes()
  })

  it('PROC-09 PROC-11 the percentage changes every second, up to 99; an hour later the analysis can be redone', async () => {
    const { db } = journey.program
    const target = await createFolder(db, rootOf(owner), { creator: owner, name: 'Slow' })
    // Starts in a minute and takes 100 seconds: one percent per second.
    const start = Date.now() + 60_000
    await createFile(db, target, {
      creator: owner,
      title: 'endless',
      status: 'processing',
      transcript_started_at: new Date(start),
      progress_at: new Date(start),
      estimate_completed_at: new Date(start + 100_000),
      ...nothingYet,
    })
    const person = await journey.visit({ as: owner, locale: 'en' })
    const { page: on } = person
    await on.clock.install()
    await person.open(`/projects/${target.projectId}`)
    const line = on.getByRole('row', { name: 'endless', exact: true })
    await line.getByText('0%', { exact: true }).waitFor()
    await line.getByText('about 3 min left').waitFor()
    await on.clock.pauseAt(start + 10_500)
    await line.getByText('about 2 min left').waitFor()
    const percent = async (): Promise<number> => Number.parseInt(await line.getByText(/^\d+%$/).innerText(), 10)
    await expect.poll(percent).toBeGreaterThanOrEqual(9)
    const first = await percent()
    for (let second = 1; second <= 5; second += 1) {
      await on.clock.runFor(1_000)
      await expect.poll(percent).toBe(first + second)
    }
    const notice = line.getByText('The analysis is taking a long time.')
    await on.clock.pauseAt(start + 150_000)
    await on.clock.runFor(1_000)
    await expect.poll(percent).toBe(99)
    await line.getByText('less than 1 min left').waitFor()
    // 99 % was reached after 99 seconds. One minute before an hour later, there is no notice.
    await on.clock.pauseAt(start + 99_000 + 3_540_000)
    await on.clock.runFor(1_000)
    expect([await percent(), await notice.count()]).toEqual([99, 0])
    await on.clock.pauseAt(start + 99_000 + 3_600_000)
    await on.clock.runFor(2_000)
    await notice.waitFor()
    expect(await percent()).toBe(99)
    await on.clock.resume()
    await line.getByRole('button', { name: 'Redo analysis' }).click()
    const dialog = on.getByRole('dialog')
    await dialog.getByText('Aborting the analysis consumes the available analysis time. Is it OK?').waitFor()
    const answer = on.waitForResponse((response) => response.url().endsWith('/redo'))
    await dialog.getByRole('button', { name: 'Redo analysis' }).click()
    expect((await answer).status()).toBe(200)
    await line.getByText('Processing', { exact: true }).first().waitFor()
    expect(person.errors).toEqual([])
    await person.leave()
  })

  it('changes that come while the list is requested abort no request, and the last one is shown', async () => {
    const { db } = journey.program
    const target = await createFolder(db, rootOf(owner), { creator: owner, name: 'Busy' })
    const file = await createFile(db, target, { creator: owner, title: 'first', status: 'processing', ...nothingYet })
    const person = await journey.visit({ as: owner, locale: 'en' })
    const { page: on } = person
    await person.open(`/projects/${target.projectId}`)
    await on.getByRole('row', { name: 'first', exact: true }).waitFor()
    const failures = recordFailures(on)
    const path = `/api/projects/${target.projectId}/files`
    const release = Promise.withResolvers<void>()
    let lists = 0
    await on.route(`**${path}?*`, async (route) => {
      lists += 1
      // The first answer waits until all changes are made.
      if (lists === 1) await release.promise
      await route.continue()
    })
    const answered = on.waitForResponse((response) => new URL(response.url()).pathname === path)
    for (let change = 1; change <= 10; change += 1) {
      const renamed = await on.request.put(`${path}/${file.id}`, {
        data: { title: `title ${change}` },
        headers: { origin: journey.program.url },
      })
      expect(renamed.status()).toBe(200)
    }
    release.resolve()
    await answered
    await on.getByRole('row', { name: 'title 10', exact: true }).waitFor()
    expect(failures).toEqual([])
    expect(lists).toBeGreaterThan(1)
    expect(lists).toBeLessThan(10)
    await person.leave()
  })

  it('no call fails for a visitor without a session, on public pages and during the redirect to the sign-in page', async () => {
    const stranger = await journey.visit({ locale: 'en' })
    const failures = recordFailures(stranger.page)
    const done = await rowId('done')
    for (const path of [
      '/',
      '/login',
      '/register',
      `/projects/${folder.projectId}`,
      `/projects/${folder.projectId}/files/${done}`,
    ]) {
      await stranger.open(path)
      await stranger.page.getByRole('textbox', { name: 'Email address' }).first().waitFor()
      await stranger.page.waitForLoadState('networkidle')
    }
    expect(failures).toEqual([])
    await stranger.leave()
  })

  it('PROC-16 resuming starts the analysis again', async () => {
    const answer = page.waitForResponse((response) => response.url().endsWith('/retry'))
    await offer('stopped', 'Resume analysis').click()
    expect((await answer).status()).toBe(200)
    await offer('stopped', 'Resume analysis').waitFor({ state: 'hidden' })
  })

  it('PROC-21 BILL-35 starting is disabled while the remaining minutes do not cover the file, with a tooltip', async () => {
    const blocked = offer('too long', 'Start analysis now')
    await expect.poll(() => blocked.getAttribute('aria-disabled')).toBe('true')
    await expect.poll(() => blocked.locator('svg.tabler-icon-alert-triangle').count()).toBe(1)
    await expect.poll(() => offer('short', 'Start analysis now').getAttribute('aria-disabled')).toBe('false')
    await blocked.hover()
    await page
      .getByRole('tooltip')
      .getByText(
        'The maximum amount of analysis time for this month has been reached. Contact Owner to start analysis.',
      )
      .waitFor()
  })

  it('uploading again asks for the file', async () => {
    const chooser = page.waitForEvent('filechooser')
    await offer('lost', 'Upload again').click()
    expect((await chooser).isMultiple()).toBe(false)
  })
})

it('PROC-03 shows the states in Japanese', async () => {
  await page.getByRole('button', { name: 'Account menu' }).click()
  await page.getByRole('menuitemradio').and(page.locator('[lang=ja]')).click()
  for (const [title, text] of [
    ['arriving', 'アップロード中'],
    ['arrived', 'アップロード済み'],
    ['done', '解析済み'],
    ['unknown', '失敗'],
    ['short', '解析時間が不足しています'],
  ] as const)
    await row(title).getByText(text, { exact: true }).waitFor()
})

/** Notes of damaged recordings and of recordings with several tracks, with their sentences. */
const NOTES: [key: NoteKey, values: Record<string, string>, en: string, ja: string][] = [
  [
    'ends-early',
    { promised: '30:00', at: '18:00' },
    'The file ends early: it should be 30:00 long but ends at 18:00. Check the original and upload it again.',
    'ファイルが途中で終わっています（本来の長さは30:00、18:00まで）。元のファイルを確認して、もう一度アップロードしてください。',
  ],
  [
    'damaged-parts',
    { parts: '12:00–16:30, 20:00–20:10' },
    'Parts of the file are damaged and are missing here: 12:00–16:30, 20:00–20:10.',
    'ファイルの一部（12:00–16:30, 20:00–20:10）が壊れているため、その部分は読み取れません。',
  ],
  [
    'sound-track-used',
    { track: '2', count: '3' },
    'The file has 3 audio tracks. Track 2 is used because the others contain no speech.',
    '音声トラックが3本あります。話し声のあるトラック2を使用しました。',
  ],
  [
    'sound-tracks-mixed',
    { tracks: '1, 3' },
    'The file has several audio tracks with speech. Tracks 1, 3 were mixed.',
    '話し声のある音声トラックが複数あるため、トラック1, 3をミックスしました。',
  ],
]

it('PROC-17 the list and the file show notes about the recording, in both languages', async () => {
  const { db } = journey.program
  const noted = await createFolder(db, rootOf(owner), { creator: owner, name: 'Notes' })
  const files = new Map<string, TestFile>()
  for (const [key, values] of NOTES) {
    const file = await createFile(db, noted, { creator: owner, title: key, note: JSON.stringify({ key, values }) })
    await createTranscript(db, file, { blocks: 2 })
    files.set(key, file)
  }
  for (const locale of ['en', 'ja'] as const) {
    await setLocale(page, locale)
    await visitor.navigate(`/projects/${noted.projectId}`)
    const sentences = NOTES.map(([key, , en, ja]) => ({ key, sentence: locale === 'en' ? en : ja }))
    for (const { key, sentence } of sentences) {
      await row(key).getByRole('button', { name: sentence, exact: true }).focus()
      await page.getByRole('tooltip').getByText(sentence, { exact: true }).waitFor()
    }
    for (const { key, sentence } of sentences) {
      await visitor.navigate(`/projects/${noted.projectId}/files/${files.get(key)!.id}`)
      await page.getByRole('alert').getByText(sentence, { exact: true }).waitFor()
    }
  }
})

it('no page throws an error', () => {
  expect(visitor.errors).toEqual([])
})
