// The pictures of the user guide and the steps to reach them. Buttons are found by the product's own texts, so that a
// change of a text does not change this table.
import type { Page } from 'playwright-core'
import { TEXTS } from '../../web/texts.ts'
import type { SeededWorkspace } from './seed-workspace.ts'

type Scene = SeededWorkspace & { locale: 'ja' | 'en' }
interface Clip {
  x: number
  y: number
  width: number
  height: number
}

export interface Shot {
  width?: number
  height?: number
  /** Taken without a signed-in user. */
  isStranger?: boolean
  take: (page: Page, scene: Scene) => Promise<void>
  /** Cleanup after the picture. */
  leave?: (page: Page, scene: Scene) => Promise<void>
  /** The visible part to keep; default is the whole window. */
  clip?: (page: Page) => Promise<Clip>
}

/** The texts of a domain in both languages. */
async function both<J extends object, E extends object>({ ja, en }: { ja: () => Promise<J>; en: () => Promise<E> }) {
  return {
    ...(await ja()),
    ...(await en()),
  }
}

const account = await both(TEXTS.profile)
const editing = await both(TEXTS.editing)
const exchange = await both(TEXTS.exchange)
const transcripts = await both(TEXTS.transcripts)
const sharing = await both(TEXTS.sharing)
const common = await both(TEXTS.common)
const uploads = await both(TEXTS.uploads)
const workspace = await both(TEXTS.workspace)

/** The texts of a domain in one language. */
function textIn<T>({ ja, en }: { ja: T; en: T }, locale: 'ja' | 'en'): T {
  return locale === 'ja' ? ja : en
}

function button(page: Page, name: string | RegExp) {
  return page.getByRole('button', { name, exact: true }).first()
}

function dialog(page: Page) {
  return page.getByRole('dialog').first()
}

/** The rectangle of an element with a margin, clipped to the window. */
function around(selector: string, room = 24) {
  return async (page: Page): Promise<Clip> => {
    const box = await page.locator(selector).first().boundingBox()
    const size = page.viewportSize()
    if (!box || !size) throw new Error(`${selector} is not shown`)
    const [x, y] = [Math.max(0, box.x - room), Math.max(0, box.y - room)]
    return {
      x,
      y,
      width: Math.min(size.width, box.x + box.width + room) - x,
      height: Math.min(size.height, box.y + box.height + room) - y,
    }
  }
}

async function openFile(page: Page, { file }: Scene): Promise<void> {
  await page.goto(file)
  await page.locator('.kaiwa-block').nth(5).waitFor()
}

async function hideSections(page: Page, { locale }: Scene): Promise<void> {
  const hide = button(page, textIn(transcripts, locale).hideSections)
  if (await hide.isVisible()) await hide.click()
}

async function edit(page: Page, scene: Scene): Promise<void> {
  await openFile(page, scene)
  await button(page, textIn(transcripts, scene.locale).edit).click()
  await button(page, textIn(transcripts, scene.locale).finishEditing).waitFor()
}

/** Releases the edit lock of the file, because another user takes the next picture. */
async function finish(page: Page, { locale }: Scene): Promise<void> {
  await button(page, textIn(transcripts, locale).finishEditing).click()
  await button(page, textIn(transcripts, locale).edit).waitFor()
}

export const SHOTS: Readonly<Record<string, Shot>> = {
  folder: {
    height: 460,
    take: async (page, { empty, locale }) => {
      await page.goto(empty)
      await page.getByText(textIn(workspace, locale).emptyFolderTitle).waitFor()
    },
  },
  upload: {
    width: 900,
    height: 480,
    take: async (page, { empty, locale }) => {
      await page.goto(empty)
      const chooser = page.waitForEvent('filechooser')
      await button(page, textIn(uploads, locale).upload).click()
      const names = { ja: '北星製作所_初回訪問.m4a', en: 'hokusei_first_visit.m4a' }
      await (await chooser).setFiles({ name: names[locale], mimeType: 'audio/mp4', buffer: Buffer.alloc(4_000_000) })
      await dialog(page).waitFor()
    },
    clip: around('[role=dialog]'),
  },
  file: {
    take: async (page, scene) => {
      await page.goto(`${scene.file}?t=27`)
      await page.locator('.kaiwa-block').nth(5).waitFor()
    },
  },
  player: {
    take: async (page, scene) => {
      await openFile(page, scene)
      await page.getByRole('slider').first().waitFor()
    },
    clip: async (page) => {
      const size = page.viewportSize() ?? { width: 0, height: 0 }
      return { x: 0, y: size.height - 98, width: size.width, height: 98 }
    },
  },
  edit: {
    take: async (page, scene) => {
      await edit(page, scene)
      await page.locator('.kaiwa-text').nth(3).click()
      await page.keyboard.press('End')
      await page.keyboard.type(scene.locale === 'ja' ? 'なんとかしたいです。' : 'なんとかしたい。')
      const saved = page.waitForResponse(/\/api\/transcripts\/\d+\/blocks$/)
      await page.keyboard.press('Control+s')
      await saved
    },
    leave: finish,
  },
  find: {
    take: async (page, scene) => {
      await edit(page, scene)
      await page.keyboard.press('Control+h')
      const panel = page.getByRole('dialog', { name: textIn(editing, scene.locale).findTitle })
      await panel.getByRole('textbox').first().fill('議事録')
      await panel.getByRole('textbox').nth(1).fill('会議録')
      await panel.getByText(/^1\/\d+$/).waitFor()
    },
    leave: finish,
  },
  speakers: {
    take: async (page, scene) => {
      await openFile(page, scene)
      await hideSections(page, scene)
      await page.locator('.kaiwa-speaker-name').nth(1).click()
      await page.getByRole('listbox').getByRole('option').first().waitFor()
    },
  },
  sections: {
    take: async (page, scene) => {
      await openFile(page, scene)
      await button(page, textIn(transcripts, scene.locale).hideSections)
        .or(button(page, textIn(transcripts, scene.locale).showSections))
        .waitFor()
      const show = button(page, textIn(transcripts, scene.locale).showSections)
      if (await show.isVisible()) await show.click()
      await page.locator('.kaiwa-block').nth(2).locator('.kaiwa-time').hover()
    },
  },
  tags: {
    take: async (page, scene) => {
      await openFile(page, scene)
      await hideSections(page, scene)
      await page.locator('.kaiwa-text').nth(4).click({ clickCount: 3 })
      await page.getByRole('listbox').getByRole('option').first().waitFor()
    },
  },
  'tags-tab': {
    take: async (page, scene) => {
      await openFile(page, scene)
      await page.getByRole('tab').nth(1).click()
      await page.getByText('課題').filter({ visible: true }).first().waitFor()
    },
  },
  export: {
    take: async (page, scene) => {
      await openFile(page, scene)
      await button(page, textIn(transcripts, scene.locale).export).click()
      await dialog(page).getByText(textIn(exchange, scene.locale).preview).first().waitFor()
      await page.waitForTimeout(500)
    },
    clip: around('[role=dialog]'),
  },
  history: {
    take: async (page, scene) => {
      await openFile(page, scene)
      await button(page, textIn(transcripts, scene.locale).history).click()
      await page.getByRole('region', { name: textIn(editing, scene.locale).revision }).waitFor()
    },
    clip: around('[role=dialog]'),
  },
  folders: {
    height: 460,
    take: async (page, { folder, locale }) => {
      await page.goto(folder)
      await page.getByRole('table', { name: textIn(workspace, locale).files }).waitFor()
    },
  },
  search: {
    height: 460,
    take: async (page, { folder }) => {
      await page.goto(`${folder}?query=${encodeURIComponent('議事録')}`)
      await page.locator('mark').first().waitFor()
    },
  },
  share: {
    height: 560,
    take: async (page, { folder, locale }) => {
      await page.goto(folder)
      await button(page, textIn(common, locale).share).click()
      const members = page.getByRole('list', { name: textIn(sharing, locale).members })
      await members.getByRole('listitem').nth(3).waitFor()
    },
    clip: around('[role=dialog]'),
  },
  members: {
    height: 520,
    take: async (page) => {
      await page.goto('/mypage/member')
      await page.getByRole('row').nth(4).waitFor()
    },
  },
  login: {
    height: 680,
    isStranger: true,
    take: async (page) => {
      await page.goto('/login')
      await page.locator('input[type=password]').waitFor()
    },
    clip: around('main > div', 24),
  },
  account: {
    height: 700,
    take: async (page, { locale }) => {
      await page.goto('/mypage/profile')
      await page.getByText(textIn(account, locale).title).first().waitFor()
    },
  },
}
