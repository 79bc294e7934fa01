// Page actions and database queries shared by the tests of edit mode.
import { createFixtureFile, type EditingFixture } from '@kaiwa/server/test/factories/editing-fixture.ts'
import type { Page } from 'playwright-core'
import { eventually } from './eventually.ts'
import type { Journey, Visitor } from './journey.ts'

/** Text of the first block of a new file. */
export const FIRST = '本日はお時間をいただきありがとうございます。'

export function addressOf({ file }: EditingFixture) {
  return `/projects/${file.projectId}/files/${file.id}`
}

export function button(page: Page, name: string) {
  return page.getByRole('button', { name, exact: true })
}

export function text(page: Page, number: number) {
  return page.locator('.kaiwa-block .kaiwa-text').nth(number)
}

export async function edit({ page }: Pick<Visitor, 'page'>): Promise<void> {
  await button(page, '編集').click()
  await button(page, '編集を終了').waitFor()
}

/** Types at the end of a block. */
export async function type({ page }: Pick<Visitor, 'page'>, number: number, words: string): Promise<void> {
  await text(page, number).click()
  await page.keyboard.press('End')
  await page.keyboard.type(words)
}

export function openEditSteps({ program }: Journey, people: EditingFixture) {
  const { db } = program
  const stored = async ({ transcriptId }: EditingFixture): Promise<string[]> => {
    const rows = await db
      .selectFrom('blocks')
      .select('content')
      .where('transcript_id', '=', transcriptId)
      .orderBy('position')
      .execute()
    return rows.map(({ content }) => content)
  }
  const isLocked = async ({ transcriptId }: EditingFixture): Promise<boolean> => {
    const lock = await db
      .selectFrom('edit_locks')
      .select('state')
      .where('transcript_id', '=', transcriptId)
      .executeTakeFirst()
    return lock?.state === 'held'
  }
  return {
    stored,
    isLocked,
    waitForText: (fixture: EditingFixture, content: string) =>
      eventually(`the saved text ${content}`, async () => (await stored(fixture))[0] === content),
    waitForUnlock: (fixture: EditingFixture) => eventually('the free lock', async () => !(await isLocked(fixture))),
    /** Creates a file and opens it for each visitor. Each test uses its own file, so that tests are independent. */
    openFile: async (...visitors: Visitor[]): Promise<EditingFixture> => {
      const fixture = await createFixtureFile(program, people)
      for (const { navigate, page } of visitors) {
        await navigate(addressOf(fixture))
        await text(page, 0).waitFor()
      }
      return fixture
    },
  }
}
