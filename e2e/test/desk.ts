// Page actions and database queries shared by the tests of edit mode.
import { createStudioFile, type Studio } from '@kaiwa/server/test/factories/editing.ts'
import type { Page } from 'playwright-core'
import { eventually } from './eventually.ts'
import type { Journey, Visitor } from './journey.ts'

/** Text of the first block of a new file. */
export const FIRST = '本日はお時間をいただきありがとうございます。'

export const addressOf = ({ file }: Studio) => `/projects/${file.projectId}/files/${file.id}`
export const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
export const text = (page: Page, number: number) => page.locator('.kaiwa-block .kaiwa-text').nth(number)

export const edit = async ({ page }: Pick<Visitor, 'page'>): Promise<void> => {
  await button(page, '編集').click()
  await button(page, '編集を終了').waitFor()
}

/** Types at the end of a block. */
export const type = async ({ page }: Pick<Visitor, 'page'>, number: number, words: string): Promise<void> => {
  await text(page, number).click()
  await page.keyboard.press('End')
  await page.keyboard.type(words)
}

export const openDesk = ({ program }: Journey, people: Studio) => {
  const { db } = program
  const stored = async ({ transcriptId }: Studio): Promise<string[]> => {
    const rows = await db
      .selectFrom('blocks')
      .select('content')
      .where('transcript_id', '=', transcriptId)
      .orderBy('position')
      .execute()
    return rows.map(({ content }) => content)
  }
  const isHeld = async ({ transcriptId }: Studio): Promise<boolean> => {
    const lock = await db
      .selectFrom('edit_locks')
      .select('state')
      .where('transcript_id', '=', transcriptId)
      .executeTakeFirst()
    return lock?.state === 'held'
  }
  return {
    stored,
    isHeld,
    becomes: (studio: Studio, content: string) =>
      eventually(`the saved text ${content}`, async () => (await stored(studio))[0] === content),
    freed: (studio: Studio) => eventually('the free lock', async () => !(await isHeld(studio))),
    /** Creates a file and opens it for each visitor. Each test uses its own file, so that tests are independent. */
    openFile: async (...visitors: Visitor[]): Promise<Studio> => {
      const studio = await createStudioFile(program, people)
      for (const { walk, page } of visitors) {
        await walk(addressOf(studio))
        await text(page, 0).waitFor()
      }
      return studio
    },
  }
}
