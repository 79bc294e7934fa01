// Deals of HubSpot from the connection to its end, against a stand-in for HubSpot that is used through its published API.
import { createSpokenFile, type SpokenFile } from '@kaiwa/server/test/factories/chats.ts'
import { createFolder, rootOf, type TestFolder } from '@kaiwa/server/test/factories/items.ts'
import { storeStream } from '@kaiwa/server/test/factories/recordings.ts'
import { createOwner, type TestOwner } from '@kaiwa/server/test/factories/users.ts'
import { type HubspotServer, startHubspot } from '@kaiwa/server/test/hubspot.ts'
import type { Locator, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { onlyInFullRun } from './test/full-run.ts'
import { type Journey, resetAfterFailure, startJourney, type Visitor } from './test/journey.ts'

let hubspot: HubspotServer
let journey: Journey
let visitor: Visitor

const BUDGET = '予算は三百五十万円で確保しています。'
const SPOKEN = ['本日はよろしくお願いいたします。', BUDGET, '利用人数は四十人の予定です。', 'ありがとうございました。']

const texts = {
  ja: {
    cooperation: '連携',
    connect: 'HubSpotと接続',
    connected: 'HubSpotと連携しました',
    register: '取引情報を登録',
    edit: '取引情報を編集',
    dialog: 'HubSpot取引連携',
    search: '取引名を検索',
    generate: '生成してプレビューに反映',
    generated: '生成しました',
    next: '新しい値',
    rules: 'ルールによる抽出',
    play: /から再生$/,
    kept: '会話の中で意思決定者の明確な役割が示されなかったため、以前の値「値なし」を保持しました。',
    write: 'HubSpotに反映',
    written: '取引を更新しました',
    conflict: 'HubSpotで値が変更されています',
    mine: '新しい値',
    history: '反映履歴を表示',
    writes: '反映履歴',
    disconnect: '連携を解除',
    disconnected: 'HubSpotとの連携を解除しました',
  },
  en: {
    cooperation: 'Cooperation',
    connect: 'Connect to Hubspot',
    connected: 'Hubspot is connected successfully',
    register: 'Register transaction information',
    edit: 'Edit transaction information',
    dialog: 'Hubspot_Deals Integration',
    search: 'Search for a deal name',
    generate: 'Generate and reflect in preview',
    generated: 'Generate successfully',
    next: 'New value',
    rules: 'Written by rules',
    play: /^Play from /,
    kept: 'The previous value of "No value" was retained because no clear role of the decision maker was indicated during the conversation.',
    write: 'Connect to Hubspot',
    written: 'Deal updated successfully',
    conflict: 'Values have changed in HubSpot',
    mine: 'Your value',
    history: 'Show history of updates',
    writes: 'History of updates',
    disconnect: 'Disconnect',
    disconnected: 'Hubspot is disconnected successfully',
  },
}

beforeAll(async () => {
  hubspot = await startHubspot()
  journey = await startJourney(hubspot.env)
})
afterAll(async () => {
  await journey.end()
  await hubspot.stop()
})
afterEach((test) => resetAfterFailure(test, visitor))

/** A workspace with a recording that has sound, and a deal of its customer at HubSpot. */
async function createWorkspace(locale: string): Promise<{
  owner: TestOwner
  folder: TestFolder
  file: SpokenFile
  deal: { id: string; name: string }
}> {
  const { db, storage } = journey.program
  const owner = await createOwner(db)
  const folder = await createFolder(db, rootOf(owner), { creator: owner })
  const file = await createSpokenFile(journey.program, { folder, owner }, SPOKEN)
  await storeStream(storage, file, { seconds: 30 })
  const name = `北星製作所の商談 ${locale}`
  return { owner, folder, file, deal: { id: await hubspot.portal.addDeal({ dealname: name }), name } }
}

async function propertiesOf(dealId: string) {
  return (await hubspot.portal.readDeal(dealId))?.properties
}

it.each(['en', ...onlyInFullRun('ja')] as const)(
  'CRM-01 CRM-02 CRM-06 CRM-07 CRM-31 in %s an owner connects, generates, hears the evidence, corrects, writes, meets a conflict, and disconnects',
  async (locale) => {
    const text = texts[locale]
    const { owner, folder, file, deal } = await createWorkspace(locale)
    visitor = await journey.visit({ as: owner, locale })
    const { page, open, navigate } = visitor
    const press = (name: string, on: Page | Locator = page) => on.getByRole('button', { name, exact: true }).click()
    const toast = (words: string) => page.getByText(words, { exact: true }).waitFor()

    await open('/mypage/hubspot-connect')
    await page.getByRole('heading', { name: text.cooperation, level: 1 }).waitFor()
    await press(text.connect)
    await toast(text.connected)
    // The code is removed from the address.
    await page.waitForURL((url) => url.pathname === '/mypage/hubspot-connect' && url.search === '')

    const fileUrl = `/projects/${folder.projectId}/files/${file.id}`
    await navigate(fileUrl)
    const openSidebar = () => page.getByRole('button', { name: /^HubSpot連携$|^Hubspot Integration$/ }).click()
    await openSidebar()
    await press(text.register)
    const dialog = page.getByRole('dialog', { name: text.dialog })
    await dialog.getByRole('searchbox', { name: text.search }).fill('北星製作所')
    // The list of all deals has this one too; it is replaced by what was found.
    await expect.poll(() => dialog.getByRole('radio', { name: /^(?!.*北星製作所)/ }).count()).toBe(0)
    await dialog.getByRole('radio', { name: deal.name }).click()
    for (const property of ['予算', '利用人数', '契約期間（か月）'])
      await dialog.getByRole('checkbox', { name: property, exact: true }).check()

    await press(text.generate, dialog)
    await toast(text.generated)
    await dialog.getByText(text.rules).waitFor()
    const row = (property: string) => dialog.getByRole('listitem', { name: property, exact: true })
    const field = (property: string) => dialog.getByLabel(`${property} ${text.next}`, { exact: true })
    await expect.poll(() => field('予算').inputValue()).toMatch(/^3,?500,?000$/)
    await expect.poll(() => field('利用人数').inputValue()).toBe('40')
    await row('契約期間（か月）').getByText(text.kept).waitFor()
    await row('予算').locator('q').getByText(BUDGET).waitFor()
    await row('予算').getByRole('button', { name: text.play }).click()
    const { start_time: start } = await journey.program.db
      .selectFrom('blocks')
      .select('start_time')
      .where('uuid', '=', file.uuids[1]!)
      .executeTakeFirstOrThrow()
    const playedTime = () => page.locator('video').evaluate((video: HTMLVideoElement) => video.currentTime)
    await expect.poll(playedTime).toBeGreaterThan(start)

    await field('利用人数').fill('45')
    await press(text.write, dialog)
    await toast(text.written)
    await dialog.waitFor({ state: 'detached' })
    expect(await propertiesOf(deal.id)).toMatchObject({ yosan: '3500000', riyou_ninzu: '45' })
    // In the header of the file and in the sidebar.
    await expect.poll(() => page.getByRole('link', { name: new RegExp(deal.name) }).count()).toBe(2)

    // The deal changes at HubSpot while the dialog is open.
    await press(text.edit)
    await dialog.getByRole('checkbox', { name: '利用人数', exact: true }).check()
    await field('利用人数').fill('50')
    await hubspot.portal.changeDeal(deal.id, { riyou_ninzu: '60' })
    await press(text.write, dialog)
    await dialog.getByText(text.conflict).waitFor()
    expect(await propertiesOf(deal.id)).toMatchObject({ riyou_ninzu: '60' })
    await row('利用人数')
      .getByRole('radio', { name: new RegExp(`^${text.mine}`) })
      .click()
    await press(text.write, dialog)
    await dialog.waitFor({ state: 'detached' })
    expect(await propertiesOf(deal.id)).toMatchObject({ riyou_ninzu: '50' })

    await press(text.history)
    const writes = page.getByRole('list', { name: text.writes })
    await writes.getByText('45').first().waitFor()
    await writes.locator('q').getByText(BUDGET).waitFor({ state: 'attached' })

    await navigate('/mypage/hubspot-connect')
    await press(text.disconnect)
    await press(text.disconnect, page.getByRole('dialog'))
    await toast(text.disconnected)
    await page.getByRole('button', { name: text.connect, exact: true }).waitFor()
    expect(visitor.errors).toEqual([])
    await visitor.leave()
  },
)
