// The assistant over two recordings, with a stand-in for the provider: the answer streams, its citations lead to the
// recordings, and the last chat of the month is counted.
import { createFolder, rootOf, type TestFolder } from '@kaiwa/server/test/factories/items.ts'
import { limitSeats } from '@kaiwa/server/test/factories/plans.ts'
import { answerJson, blocksIn, createSpokenFile, type SpokenFile } from '@kaiwa/server/test/factories/chats.ts'
import { createOwner, type TestOwner } from '@kaiwa/server/test/factories/users.ts'
import { openStandInModels, type StandInModels, standInEnvironment } from '@kaiwa/server/test/stand-in-models.ts'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { type Journey, resetAfterFailure, startJourney, type Visitor } from './test/journey.ts'

let models: StandInModels
let journey: Journey
let owner: TestOwner
let folder: TestFolder
let files: SpokenFile[]
let visitor: Visitor
/** Chats of the plan. */
const CHATS = 3
const PRICES = ['料金は三万円で考えています。', '料金は五万円までなら払えます。']

beforeAll(async () => {
  let answers = 0
  models = await openStandInModels((request) => {
    answers += 1
    const said = blocksIn(request).filter(({ text }) => PRICES.includes(text))
    return {
      text: answerJson(
        ...said.map(({ block, text }, index) => ({
          text: `- ${answers}回目の回答、${index + 1}社目の予算`,
          quotes: [{ block, quote: text }],
        })),
      ),
      pieceLength: 10,
      pauseMs: 10,
    }
  })
  journey = await startJourney(standInEnvironment(models.url))
  const { db } = journey.program
  owner = await createOwner(db)
  await limitSeats(db, owner, {})
  await db.updateTable('plans').set({ chat: CHATS }).where('monthly_price', '=', 1).execute()
  folder = await createFolder(db, rootOf(owner), { creator: owner })
  files = []
  for (const [index, price] of PRICES.entries()) {
    const texts = ['本日はよろしくお願いします。', price, '検討します。']
    files.push(await createSpokenFile(journey.program, { folder, owner, title: `商談${index + 1}` }, texts))
  }
  visitor = await journey.visit({ as: owner })
})
afterAll(async () => {
  await journey.end()
  await models.close()
})
afterEach((test) => resetAfterFailure(test, visitor))

it('CHAT-01 the owner agrees, asks over two files, follows a citation, regenerates, likes, and runs out of chats', async () => {
  const { page, open } = visitor
  await open(`/projects/${folder.projectId}`)
  await page.getByRole('button', { name: 'AIチャット', exact: true }).click()
  const panel = page.getByRole('complementary', { name: 'AIチャット' })
  const press = (name: string) => panel.getByRole('button', { name, exact: true }).click()
  await press('内容を確認する')
  await page.getByRole('dialog').getByRole('button', { name: '同意する' }).click()
  await panel.getByText(`質問と文字起こしは${models.host}に送信されます。`).waitFor()

  const field = panel.getByRole('textbox', { name: '文字起こしについて質問する' })
  await field.fill('料金について何と言いましたか？')
  await field.press('Control+Enter')
  await panel.getByText('1回目の回答、2社目の予算').waitFor()
  const sources = panel.getByRole('list', { name: '引用' })
  await sources.getByText(PRICES[1]!).waitFor()
  expect(await sources.getByRole('listitem').count()).toBe(2)
  await panel.getByText(`今月はあと${CHATS - 1}回`).waitFor()

  // The citation opens its recording, marks the quote and moves the player there. The chat stays.
  await sources.getByRole('button').filter({ hasText: '商談2' }).click()
  await page.waitForURL(`**/projects/${folder.projectId}/files/${files[1]!.id}`)
  await page.locator('.kaiwa-block[data-current]', { hasText: PRICES[1]! }).waitFor()
  const marked = () =>
    page.evaluate(() =>
      Array.from(CSS.highlights.get('kaiwa-citation') ?? [], (range) => range.startContainer.textContent),
    )
  await expect.poll(marked).toEqual([PRICES[1]])

  await press('回答を作り直す')
  await panel.getByText('2回目の回答、1社目の予算').waitFor()
  await panel.getByText(`今月はあと${CHATS - 2}回`).waitFor()
  await press('良い回答')
  const like = panel.getByRole('button', { name: '良い回答', pressed: true })
  await like.waitFor()

  // After a reload the chat is in the history of its folder, with its rating.
  await open(`/projects/${folder.projectId}`)
  await panel.getByText('料金について何と言いましたか？').click()
  await like.waitFor()
  await field.fill('ほかには？')
  await press('送信')
  await panel.getByText('3回目の回答、1社目の予算').waitFor()
  await panel.getByText('利用回数の上限に達しました。').waitFor()
  expect(await panel.getByRole('button', { name: '新しいチャット' }).getAttribute('aria-disabled')).toBe('true')
  expect(models.requests).toHaveLength(CHATS)
  expect(visitor.errors).toEqual([])
})
