// States of recording. They depend on their order: the recording continues from page to page. Chromium provides a microphone
// that beeps.
import type { Page } from 'playwright-core'
import { button, dialog, heading, type State } from './page-state.ts'

function screenOf(folder: string): string {
  return `${folder}/record`
}

function region(page: Page, name: RegExp) {
  return page.getByRole('region', { name }).waitFor()
}

const START = /^録音を開始$|^Start recording$/
const STOP = /^録音を終了$|^Stop recording$/

async function stop(page: Page) {
  await button(page, STOP)
  await page.getByRole('dialog', { name: /^録音を保存$|^Save the recording$/ }).waitFor()
}

export const recordingStates: State[] = [
  {
    name: 'record button in a browser',
    path: ({ folder }) => folder,
    ready: async (page) => {
      await page
        .getByRole('banner')
        .getByRole('button', { name: /^録音$|^Record$/ })
        .click()
      await dialog(page)
    },
  },
  { name: 'recordings folder', path: () => '/record', ready: heading },
  {
    name: 'before a recording',
    path: ({ folder }) => screenOf(folder),
    ready: async (page) => {
      await button(page, /^音声を確認$|^Test the sound$/)
      await page.getByText(/^音声が入っています$|^Sound is coming in$/).waitFor()
    },
  },
  {
    name: 'microphone that is not allowed',
    path: ({ folder }) => screenOf(folder),
    ready: async (page) => {
      await page.evaluate(() => {
        const { mediaDevices } = navigator
        const getUserMedia = mediaDevices.getUserMedia.bind(mediaDevices)
        mediaDevices.getUserMedia = () => {
          mediaDevices.getUserMedia = getUserMedia
          return Promise.reject(new DOMException('Permission denied by system', 'NotAllowedError'))
        }
      })
      await button(page, START)
      await page.getByRole('alert').waitFor()
    },
  },
  {
    name: 'recording',
    path: ({ folder }) => screenOf(folder),
    ready: async (page) => {
      await button(page, START)
      await region(page, /^録音中$|^Recording$/)
      await page.getByRole('timer').getByText('0:02').waitFor()
    },
  },
  {
    name: 'bar of a recording',
    path: ({ folder }) => folder,
    ready: (page) => page.getByRole('complementary', { name: /^録音$|^Record$/ }).waitFor(),
  },
  {
    name: 'note of a marker in a recording',
    path: ({ folder }) => screenOf(folder),
    ready: async (page) => {
      await button(page, /^マーカーを付ける$|^Add marker$/)
      await page.getByRole('textbox', { name: /のメモ|^Note at/ }).waitFor()
    },
  },
  {
    name: 'paused recording',
    path: ({ folder }) => screenOf(folder),
    ready: async (page) => {
      await button(page, /^一時停止$|^Pause$/)
      await region(page, /^一時停止中$|^Paused$/)
    },
  },
  { name: 'end of a recording', path: ({ folder }) => screenOf(folder), ready: stop },
  {
    name: 'unfinished recordings',
    path: ({ folder }) => screenOf(folder),
    ready: async (page) => {
      // The browser asks before a page is left that records.
      page.once('dialog', (question) => void question.accept())
      await page.reload()
      await region(page, /^未完了の録音$|^Unfinished recordings$/)
    },
  },
  {
    name: 'unfinished recordings in a folder',
    path: ({ folder }) => folder,
    ready: (page) => region(page, /^未完了の録音$|^Unfinished recordings$/),
  },
  {
    name: 'question before discarding a recording',
    path: ({ folder }) => screenOf(folder),
    ready: async (page) => {
      await button(page, /を破棄$|^Discard /)
      await page.getByRole('dialog', { name: /^録音を破棄しますか？$|^Discard the recording\?$/ }).waitFor()
    },
  },
]

/** The bar above the login page, from which the recording can still be stopped. */
function barOfExpired(page: Page) {
  return page.getByRole('complementary', { name: /^録音$|^Record$/ })
}

/** States of a recording whose session expires. They end the session of their visitor. */
export const expiredRecordingStates: State[] = [
  {
    name: 'markers of a recording',
    path: ({ folder }) => screenOf(folder),
    ready: async (page) => {
      await button(page, START)
      await region(page, /^録音中$|^Recording$/)
      for (const note of ['予算', '']) {
        await page.keyboard.press('m')
        await page.keyboard.type(note)
        await page.keyboard.press('Enter')
      }
      await page.getByRole('list', { name: /^マーカー$|^Markers$/ }).waitFor()
    },
  },
  {
    name: 'bar of a recording in an expired session',
    path: ({ folder }) => screenOf(folder),
    ready: async (page) => {
      await page.context().clearCookies()
      // A request of the page is refused: that which sends the marker.
      await page.keyboard.press('m')
      await page.keyboard.press('Enter')
      await barOfExpired(page).getByRole('button', { name: STOP }).waitFor()
    },
  },
  {
    name: 'bar of an ended recording in an expired session',
    path: () => '/login',
    ready: async (page) => {
      await barOfExpired(page).getByRole('button', { name: STOP }).click()
      await barOfExpired(page)
        .getByText(/再度ログインすると送信できます|It can be sent when you have logged in/)
        .waitFor()
    },
  },
]
