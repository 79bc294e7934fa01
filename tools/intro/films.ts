// The films of the product: what happens in each scene, and its subtitle. Scenes end at fixed times, so that the
// subtitles fit to the recordings in both languages. Buttons are found by the product's own texts.
import type { Page } from 'playwright-core'
import { TEXTS } from '../../web/texts.ts'
import { openCalls } from '../guide/api-calls.ts'
import type { SeededWorkspace } from '../guide/seed-workspace.ts'
import type { Clip, Recorder } from './recorder.ts'

type Locale = 'ja' | 'en'
type Place = SeededWorkspace & { locale: Locale }

export interface Scene {
  /** End of the scene in seconds of the film. */
  end: number
  subtitle: Record<Locale, string>
  play: (film: Recorder, page: Page, place: Place) => Promise<void>
}

export interface Film {
  /** Without extension, below `web/`. */
  path: string
  width: number
  height: number
  /** The part of the page that is recorded; 1280 pixels wide in the film. */
  clip: Clip
  /** Opens the first screen, which is not recorded. */
  open: (page: Page, place: Place) => Promise<void>
  scenes: readonly Scene[]
  /** Takes back what the film has changed. */
  leave?: (page: Page, place: Place) => Promise<void>
}

/** The texts of a domain in both languages. */
async function textsOf<J extends object, E extends object>(domain: { ja: () => Promise<J>; en: () => Promise<E> }) {
  return { ...(await domain.ja()), ...(await domain.en()) }
}

const player = await textsOf(TEXTS.player)
const sections = await textsOf(TEXTS.sections)
const transcripts = await textsOf(TEXTS.transcripts)
const uploads = await textsOf(TEXTS.uploads)

function button(page: Page, name: string | RegExp) {
  return page.getByRole('button', { name, exact: true }).first()
}

function text(page: Page, block: number) {
  return page.locator('.kaiwa-text').nth(block)
}

async function openFile(page: Page, { file }: Place): Promise<void> {
  await page.goto(file)
  await page.locator('.kaiwa-block').nth(5).waitFor()
  await page.waitForLoadState('networkidle')
}

const FIRST_SPOKEN_SECOND = 0.4
const PLAYED_FRAMES = 30

/** Moves the player of the page to this time and waits until it is shown. */
async function seek(page: Page, time: number): Promise<void> {
  const media = page.locator('video, audio').first()
  await media.evaluate((element, to) => {
    ;(element as HTMLMediaElement).currentTime = to
  }, time)
  await page.waitForFunction(() => {
    const shown = document.querySelector<HTMLMediaElement>('video, audio')
    return shown !== null && !shown.seeking && shown.readyState >= 2
  })
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))))
}

const welcome: Film = {
  path: 'welcome/video/welcome',
  width: 960,
  height: 540,
  clip: { x: 0, y: 0, width: 960, height: 540 },
  open: async (page, { empty, locale }) => {
    await page.goto(empty)
    await button(page, uploads[locale].upload).waitFor()
    await page.waitForLoadState('networkidle')
  },
  scenes: [
    {
      end: 7,
      subtitle: {
        ja: '録音をアップロードするだけで、\n話者ごとの文章になります。',
        en: 'Upload a recording, and it becomes text,\nspeaker by speaker.',
      },
      play: async (film, page, { locale }) => {
        await film.hold(1)
        const chooser = page.waitForEvent('filechooser')
        await film.click(button(page, uploads[locale].upload))
        const names = { ja: '北星製作所_初回訪問.m4a', en: 'hokusei_first_visit.m4a' }
        await (await chooser).setFiles({ name: names[locale], mimeType: 'audio/mp4', buffer: Buffer.alloc(4_000_000) })
        const dialog = page.getByRole('dialog').first()
        await dialog.waitFor()
        await page.waitForLoadState('networkidle')
        await film.hold(1.5)
        await film.moveTo(dialog.getByRole('button').last())
      },
    },
    {
      end: 15,
      subtitle: {
        ja: '再生に合わせて、\n話している言葉に色が付きます。',
        en: 'While you listen,\nthe word being spoken is marked.',
      },
      play: async (film, page, place) => {
        await openFile(page, place)
        await film.hold(0.7)
        const play = button(page, player[place.locale].play)
        await film.click(play)
        // The media is loaded when it is played; then its time is moved frame by frame.
        await button(page, player[place.locale].pause).click()
        for (let frame = 0; frame < PLAYED_FRAMES; frame += 1) {
          await seek(page, FIRST_SPOKEN_SECOND + frame / 6)
          await film.hold(1 / 6)
        }
      },
    },
    {
      end: 24,
      subtitle: {
        ja: '聞き間違いは、その場で直せます。\n変更はいつでも元に戻せます。',
        en: 'Correct a mistake right where you see it.\nEvery change can be undone.',
      },
      play: async (film, page, { locale }) => {
        await film.click(button(page, transcripts[locale].edit))
        await button(page, transcripts[locale].finishEditing).waitFor()
        await film.hold(0.7)
        await film.click(text(page, 1))
        await page.keyboard.press('End')
        await film.hold(0.5)
        await film.type('よろしくお願いします。')
      },
    },
    {
      end: 31,
      subtitle: {
        ja: '話された言葉で検索できます。',
        en: 'Search for what was said.',
      },
      play: async (film, page, { locale }) => {
        await undo(page, locale)
        await film.click(page.getByRole('searchbox').first())
        await film.type('議事録')
        await page
          .getByText(/^1\/\d+$/)
          .first()
          .waitFor()
        await film.hold(0.5)
      },
    },
    {
      end: 39,
      subtitle: {
        ja: 'セクションやタグで印を付ければ、\n聞きたい箇所にすぐ戻れます。',
        en: 'Sections and tags take you back\nto the passage that matters.',
      },
      play: async (film, page, place) => {
        await page.goto(place.file)
        await page.locator('.kaiwa-block').nth(5).waitFor()
        await page.waitForLoadState('networkidle')
        const show = button(page, transcripts[place.locale].showSections)
        if (await show.isVisible()) await film.click(show)
        const entry = page.getByRole('list', { name: sections[place.locale].list }).getByRole('listitem').nth(2)
        await entry.waitFor()
        await film.hold(1)
        await film.click(entry)
        await film.hold(1)
      },
    },
  ],
}

/** Takes back what was typed, and ends edit mode. */
async function undo(page: Page, locale: Locale): Promise<void> {
  const finish = button(page, transcripts[locale].finishEditing)
  if (!(await finish.isVisible())) return
  for (let step = 0; step < 20; step += 1) await page.keyboard.press('Control+z')
  await finish.click()
  await button(page, transcripts[locale].edit).waitFor()
}

/** The block at which the film about sections adds one; none of the sample's sections starts here. */
const SECTION_BLOCK = 1
const SECTION_NAME = { ja: 'はじめに', en: 'Introduction' } as const

function timeOfBlock(page: Page) {
  return page.locator('.kaiwa-block').nth(SECTION_BLOCK).locator('.kaiwa-time')
}

const addSection: Film = {
  path: 'sections/video/sections',
  width: 960,
  height: 760,
  clip: { x: 112, y: 212, width: 448, height: 252 },
  open: async (page, place) => {
    await openFile(page, place)
    const hide = button(page, transcripts[place.locale].hideSections)
    if (await hide.isVisible()) await hide.click()
    // The change of the last film may still arrive, and would hide what the pointer shows.
    await page.waitForTimeout(5_000)
  },
  scenes: [
    {
      end: 5,
      subtitle: {
        ja: '発話の時刻にカーソルを合わせます。',
        en: 'Move the pointer to the time of a block.',
      },
      play: async (film, page) => {
        await film.hold(1)
        await film.moveTo(timeOfBlock(page))
      },
    },
    {
      end: 11,
      subtitle: {
        ja: '表示されたボタンを押し、\n名前を入力します。',
        en: 'Click the button that appears,\nand enter a name.',
      },
      play: async (film, page, { locale }) => {
        await timeOfBlock(page).hover()
        await film.click(page.locator('.kaiwa-actions [data-action=section]'))
        await page.getByRole('dialog', { name: sections[locale].form }).getByRole('textbox').waitFor()
        await film.hold(0.7)
        await film.type(SECTION_NAME[locale])
        await page.keyboard.press('Enter')
        await page.getByText(SECTION_NAME[locale], { exact: true }).first().waitFor()
      },
    },
    {
      end: 15,
      subtitle: {
        ja: 'ここから新しいセクションが始まります。',
        en: 'A new section starts here.',
      },
      play: (film) => film.hold(0.5),
    },
  ],
  leave: async (_page, { url, token, file }) => {
    const call = openCalls(url, token)
    const { transcript } = await call<{ transcript: { block_order: string[] } }>(
      'GET',
      `/files/${file.split('/').at(-1)}/transcript`,
    )
    const block = transcript.block_order[SECTION_BLOCK]
    await call('PATCH', '/blocks/section-name', { block_uuid: block ?? '', section_name: '' })
  },
}

export const FILMS: Readonly<Record<string, Film>> = { welcome, sections: addSection }
