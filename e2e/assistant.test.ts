// The assistant over two recordings, with a stand-in for the provider: the answer streams, its citations play the
// recordings, and the last chat of the month is counted.
import { createFolder, rootOf, type TestFolder } from '@kaiwa/server/test/factories/items.ts'
import { limitSeats } from '@kaiwa/server/test/factories/plans.ts'
import { answerJson, blocksIn, createSpokenFile, type SpokenFile } from '@kaiwa/server/test/factories/chats.ts'
import { storeStream } from '@kaiwa/server/test/factories/recordings.ts'
import { createOwner, type TestOwner } from '@kaiwa/server/test/factories/users.ts'
import { openStandInModels, type StandInModels, standInEnvironment } from '@kaiwa/server/test/stand-in-models.ts'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { onlyInFullRun } from './test/full-run.ts'
import { type Journey, resetAfterFailure, startJourney, type Visitor } from './test/journey.ts'

let models: StandInModels
let journey: Journey
let visitor: Visitor
/** Answers of the stand-in in the current journey. */
let answers = 0
/** Chats of the plan. */
const CHATS = 3
const PRICES = ['料金は三万円で考えています。', '料金は五万円までなら払えます。']

const texts = {
  ja: {
    panel: 'AIチャット',
    review: '内容を確認する',
    agree: '同意する',
    sentTo: (host: string) => `質問と文字起こしは${host}に送信されます。`,
    field: '文字起こしについて質問する',
    question: '料金について何と言いましたか？',
    quotes: '引用',
    left: (count: number) => `今月はあと${count}回`,
    regenerate: '回答を作り直す',
    like: '良い回答',
    more: 'ほかには？',
    send: '送信',
    limit: '利用回数の上限に達しました。',
    newChat: '新しいチャット',
  },
  en: {
    panel: 'AI Chat',
    review: 'Review',
    agree: 'Agree',
    sentTo: (host: string) => `Questions and transcripts are sent to ${host}.`,
    field: 'Ask about the transcript',
    question: 'What did they say about the price, 料金?',
    quotes: 'Quotes',
    left: (count: number) => `${count} left this month`,
    regenerate: 'Write the answer again',
    like: 'Good answer',
    more: 'Anything else about 料金?',
    send: 'Send',
    limit: 'The maximum number of uses has been reached.',
    newChat: 'New chat',
  },
}

beforeAll(async () => {
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
})
afterAll(async () => {
  await journey.end()
  await models.close()
})
afterEach((test) => resetAfterFailure(test, visitor))

/** A workspace with few chats, and a folder with two recordings. Only the second one has sound. */
async function createWorkspace(): Promise<{ owner: TestOwner; folder: TestFolder; files: SpokenFile[] }> {
  const { db, storage } = journey.program
  const owner = await createOwner(db)
  await limitSeats(db, owner, {})
  await db.updateTable('plans').set({ chat: CHATS }).where('monthly_price', '=', 1).execute()
  const folder = await createFolder(db, rootOf(owner), { creator: owner })
  const files: SpokenFile[] = []
  for (const [index, price] of PRICES.entries()) {
    const spoken = ['本日はよろしくお願いします。', price, '検討します。']
    files.push(await createSpokenFile(journey.program, { folder, owner, title: `商談${index + 1}` }, spoken))
  }
  await storeStream(storage, files[1]!, { seconds: 30 })
  return { owner, folder, files }
}

it.each(['ja', ...onlyInFullRun('en')] as const)(
  'CHAT-01 in %s the owner agrees, asks over two files, hears a citation, regenerates, likes, and runs out of chats',
  async (locale) => {
    const text = texts[locale]
    const { owner, folder, files } = await createWorkspace()
    answers = 0
    models.requests.length = 0
    visitor = await journey.visit({ as: owner, locale })
    const { page, open } = visitor
    await open(`/projects/${folder.projectId}`)
    await page.getByRole('button', { name: text.panel, exact: true }).click()
    const panel = page.getByRole('complementary', { name: text.panel })
    const press = (name: string) => panel.getByRole('button', { name, exact: true }).click()
    await press(text.review)
    await page.getByRole('dialog').getByRole('button', { name: text.agree, exact: true }).click()
    await panel.getByText(text.sentTo(models.host)).waitFor()

    const field = panel.getByRole('textbox', { name: text.field })
    await field.fill(text.question)
    await field.press('Control+Enter')
    await panel.getByText('1回目の回答、2社目の予算').waitFor()
    const sources = panel.getByRole('list', { name: text.quotes })
    await sources.getByText(PRICES[1]!).waitFor()
    await expect.poll(() => sources.getByRole('listitem').count()).toBe(2)
    await panel.getByText(text.left(CHATS - 1)).waitFor()

    // The citation opens its recording, marks the quote and plays it. The chat stays.
    await sources.getByRole('button').filter({ hasText: '商談2' }).click()
    await page.waitForURL(`**/projects/${folder.projectId}/files/${files[1]!.id}`)
    await page.locator('.kaiwa-block[data-current]', { hasText: PRICES[1]! }).waitFor()
    const marked = () =>
      page.evaluate(() =>
        Array.from(CSS.highlights.get('kaiwa-citation') ?? [], (range) => range.startContainer.textContent),
      )
    await expect.poll(marked).toEqual([PRICES[1]])
    const { start_time: start } = await journey.program.db
      .selectFrom('blocks')
      .select('start_time')
      .where('uuid', '=', files[1]!.uuids[1]!)
      .executeTakeFirstOrThrow()
    // Chromium decodes sound only while it plays.
    const heard = () =>
      page.locator('video').evaluate((video: HTMLVideoElement & { webkitAudioDecodedByteCount: number }) => ({
        time: video.currentTime,
        bytes: video.webkitAudioDecodedByteCount,
      }))
    await expect.poll(async () => (await heard()).time).toBeGreaterThan(start)
    await expect.poll(async () => (await heard()).bytes).toBeGreaterThan(0)

    await press(text.regenerate)
    await panel.getByText('2回目の回答、1社目の予算').waitFor()
    await panel.getByText(text.left(CHATS - 2)).waitFor()
    await press(text.like)
    const like = panel.getByRole('button', { name: text.like, pressed: true })
    await like.waitFor()

    // After a reload the chat is in the history of its folder, with its rating.
    await open(`/projects/${folder.projectId}`)
    await panel.getByText(text.question).click()
    await like.waitFor()
    await field.fill(text.more)
    await press(text.send)
    await panel.getByText('3回目の回答、1社目の予算').waitFor()
    await panel.getByText(text.limit).waitFor()
    await expect
      .poll(() => panel.getByRole('button', { name: text.newChat }).getAttribute('aria-disabled'))
      .toBe('true')
    expect(models.requests).toHaveLength(CHATS)
    expect(visitor.errors).toEqual([])
    await visitor.leave()
  },
  120_000,
)
