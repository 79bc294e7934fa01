// The deal dialog in the real program and browser, and a bare page that shows the same list of deals.

import { openBrowser } from '@kaiwa/editor/test/browser.ts'
import type { Locator, Page } from 'playwright-core'
import { SESSION_COOKIE } from '../server/platform/http/actor.ts'
import type { TestFile } from '../server/test/factories/items.ts'
import { buildWeb } from '../tools/build-web.ts'
import type { Bench } from './bench-program.ts'
import { recordClicks, timeOfClick, timeOfPaint, watchPaint } from './tabs.ts'

/** Part of the name of each deal of the large portal. */
const NAME = '見本'

interface Setup {
  bench: Bench
  file: TestFile
  /** The stand-in portal, with the search that the bare page sends to it. */
  raw: { url: string; accessToken: string; search: object }
  /** Variables of the program. */
  env: Record<string, string>
}

interface DealPages {
  /**
   * Milliseconds from the click on the button of the dialog until the frame that shows deals. The pointer rests on the button
   * for `restMs` before.
   */
  openDialog: (restMs: number) => Promise<number>
  /** The same for a button of a page that sends the raw search and shows the names. */
  openBare: () => Promise<number>
  close: () => Promise<void>
}

async function press(page: Page, button: Locator, list: string, restMs: number): Promise<number> {
  await recordClicks(page)
  await watchPaint(page, list, NAME)
  await button.hover()
  await page.waitForTimeout(restMs)
  await page.mouse.down()
  await page.mouse.up()
  const time = (await timeOfPaint(page)) - (await timeOfClick(page))
  await page.close()
  return time
}

/** Runs in the bare page. */
function makeBare({ accessToken, search }: Setup['raw']): void {
  document.body.innerHTML = '<button>Show</button><ul></ul>'
  const show = async () => {
    const response = await fetch('/crm/v3/objects/deals/search', {
      method: 'POST',
      headers: { authorization: `Bearer ${accessToken}`, 'content-type': 'application/json' },
      body: JSON.stringify(search),
    })
    const { results } = (await response.json()) as { results: { properties: { dealname: string } }[] }
    const rows = results.map(({ properties }) => {
      const row = document.createElement('li')
      row.textContent = properties.dealname
      return row
    })
    document.querySelector('ul')?.append(...rows)
  }
  document.querySelector('button')?.addEventListener('click', () => void show())
}

export async function openDealPages({ bench, file, raw, env }: Setup): Promise<DealPages> {
  await buildWeb()
  const program = await bench.start('api,realtime', env)
  const browser = await openBrowser()
  const context = await browser.newContext({ locale: 'ja-JP', viewport: { width: 1440, height: 900 } })
  context.setDefaultTimeout(60_000)
  const cookie = { name: SESSION_COOKIE, value: bench.owner.token, url: program.url, httpOnly: true } as const
  await context.addCookies([{ ...cookie, sameSite: 'Lax' }])
  return {
    async openDialog(restMs) {
      const page = await context.newPage()
      await page.goto(`${program.url}/projects/${file.projectId}/files/${file.id}`)
      await page.getByRole('button', { name: 'HubSpot' }).first().click()
      const button = page.getByRole('complementary').getByRole('button', { name: '取引情報' })
      await button.waitFor()
      await page.waitForLoadState('networkidle')
      return press(page, button, '[role=dialog] [role=radiogroup]', restMs)
    },
    async openBare() {
      const page = await context.newPage()
      await page.goto(raw.url)
      await page.evaluate(makeBare, raw)
      return press(page, page.locator('button'), 'ul', 0)
    },
    async close() {
      await browser.close()
      await program.stop()
    },
  }
}
