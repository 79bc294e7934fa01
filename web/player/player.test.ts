import { fileURLToPath } from 'node:url'
import { bundle, openBrowser } from '@kaiwa/editor/test/browser.ts'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openMediaServer } from './test/media-server.ts'

let browser: Browser
let server: Awaited<ReturnType<typeof openMediaServer>>
let script: string
let page: Page

beforeAll(async () => {
  const entry = fileURLToPath(new URL('test/page.ts', import.meta.url))
  ;[browser, server, { script }] = await Promise.all([openBrowser(), openMediaServer(), bundle(entry)])
}, 60_000)
afterAll(async () => {
  await browser.close()
  await server.close()
})
beforeEach(async () => {
  page = await browser.newPage()
  await page.goto(server.url)
  await page.addScriptTag({ content: script })
  return () => page.close()
})

function open(grant: string, videoId: string) {
  server.asked.length = 0
  return page.evaluate(
    ([url, renewed, id]) => {
      const recording = {
        url: url!,
        videoId: id!,
        title: 'x',
        isAudio: false,
        duration: 12,
        frames: 12,
        hasThumbnail: true,
        hasWaveform: true,
      }
      window.players.driven = window.players.open(recording, renewed!)
    },
    [`${server.url}/${grant}`, `${server.url}/renewed`, videoId],
  )
}

function state() {
  return page.evaluate(() => window.players.driven!.player.getState())
}

function time() {
  return page.evaluate(() => window.players.driven!.player.time())
}

function play() {
  return page.evaluate(() => window.players.driven!.player.play())
}

function pause() {
  return page.evaluate(() => window.players.driven!.player.pause())
}

function seek(to: number) {
  return page.evaluate((seconds) => window.players.driven!.player.seek(seconds), to)
}

function reaches(seconds: number) {
  return page.waitForFunction((goal) => window.players.driven!.player.element.currentTime >= goal, seconds, {
    timeout: 15_000,
  })
}

function fetched() {
  return [...new Set(server.asked)]
}

describe('media source', () => {
  it('nothing is fetched before play; then PLAY-20 the HLS stream', async () => {
    await open('grant', 'film')
    await page.waitForTimeout(200)
    expect(server.asked).toEqual([])
    await play()
    await reaches(0.3)
    expect(fetched()).toContain('grant/film/playlist.m3u8')
    expect(fetched()).not.toContain('grant/film/original')
    expect(await state()).toMatchObject({ playing: true, buffering: false, failure: null })
  })
  it('plays the original by Range requests while HLS is missing', async () => {
    await open('grant', 'fresh')
    await play()
    await reaches(0.3)
    expect(fetched()).toEqual(['grant/fresh/playlist.m3u8', 'grant/fresh/original'])
  })
  it('renews an expired grant and keeps the position', async () => {
    await open('ended', 'film')
    await seek(5)
    await play()
    await reaches(5.2)
    expect(await page.evaluate(() => window.players.driven!.renewals)).toBe(1)
    expect(await time()).toBeLessThan(8)
    expect(fetched()).toContain('renewed/film/playlist.m3u8')
  })
  it('invalid media fails as unplayable, and can be retried', async () => {
    await open('grant', 'broken')
    await play()
    await page.waitForFunction(() => window.players.driven!.player.getState().failure !== null)
    expect(await state()).toMatchObject({ playing: false, failure: 'unplayable' })
    server.asked.length = 0
    await play()
    await page.waitForFunction(() => window.players.driven!.player.getState().failure !== null)
    expect(fetched()).toContain('grant/broken/original')
  })
})

describe('a clip', () => {
  /** Plays it; the returned function gives the number of its ends. */
  const start = async (clip: { start: number; end: number }) => {
    await open('grant', 'film')
    await page.evaluate((part) => {
      const { driven, playClip } = window.players
      Object.assign(window, { ends: 0 })
      const stop = playClip(driven!.player, part, () => Object.assign(window, { ends: count() + 1 }))
      const count = () => (window as unknown as { ends: number }).ends
      Object.assign(window, { stop })
    }, clip)
    return () => page.evaluate(() => (window as unknown as { ends: number }).ends)
  }

  it('plays from its start and stops at its end', async () => {
    const ends = await start({ start: 3, end: 4 })
    await page.waitForFunction(() => !window.players.driven!.player.getState().playing)
    expect(await time()).toBeGreaterThanOrEqual(4)
    expect(await time()).toBeLessThan(4.5)
    expect(await page.evaluate(() => Math.min(...window.players.driven!.times.slice(1)))).toBeGreaterThanOrEqual(3)
    expect(await ends()).toBe(1)
  })
  it('plays on when the listener moves elsewhere', async () => {
    const ends = await start({ start: 3, end: 4 })
    await reaches(3.2)
    await seek(8)
    await reaches(8.5)
    expect(await state()).toMatchObject({ playing: true })
    expect(await ends()).toBe(1)
  })
  it('ends when the listener pauses, and when it is stopped', async () => {
    const ends = await start({ start: 3, end: 9 })
    await reaches(3.2)
    await pause()
    expect(await ends()).toBe(1)
    const later = await start({ start: 3, end: 9 })
    await page.evaluate(() => (window as unknown as { stop: () => void }).stop())
    expect(await state()).toMatchObject({ playing: false })
    expect(await later()).toBe(1)
  })
})

describe('during playback', () => {
  it('PLAY-02 plays, pauses and resumes', async () => {
    await open('grant', 'film')
    await play()
    await reaches(0.3)
    await pause()
    const stopped = await time()
    await page.waitForTimeout(300)
    expect(await time()).toBe(stopped)
    expect(await state()).toMatchObject({ playing: false })
    await play()
    await reaches(stopped + 0.2)
  })
  it('PLAY-01 reports the time at every frame', async () => {
    await open('grant', 'film')
    await play()
    await reaches(0.3)
    const { times, frames } = await page.evaluate(async () => {
      const { times: all } = window.players.driven!
      const from = all.length
      let passed = 0
      while (passed < 30) {
        await new Promise(requestAnimationFrame)
        passed += 1
      }
      return { times: all.slice(from), frames: passed }
    })
    // The last frame may be reported after it was counted here.
    expect(times.length).toBeGreaterThanOrEqual(frames - 1)
    expect(times).toEqual(times.toSorted((a, b) => a - b))
  })
  it('PLAY-03 seeks back and forward within the recording', async () => {
    await open('grant', 'film')
    await seek(6)
    await page.evaluate(() => window.players.driven!.player.skip(5))
    expect(await time()).toBe(11)
    await page.evaluate(() => window.players.driven!.player.skip(5))
    expect(await time()).toBe(12)
    await page.evaluate(() => window.players.driven!.player.skip(-50))
    expect(await time()).toBe(0)
  })
  it('PLAY-05 keeps a speed chosen before the media is loaded', async () => {
    await open('grant', 'film')
    await page.evaluate(() => window.players.driven!.player.setRate(2))
    await play()
    await reaches(0.3)
    expect(await page.evaluate(() => window.players.driven!.player.element.playbackRate)).toBe(2)
    expect((await state()).rate).toBe(2)
  })
})

describe('keys', () => {
  const press = async (key: string, on = 'body') => {
    await page.evaluate((selector) => {
      const target = document.querySelector<HTMLElement>(selector)
      if (selector === 'body') (document.activeElement as HTMLElement | null)?.blur()
      else target?.focus()
    }, on)
    await page.keyboard.press(key)
  }
  it('PLAY-09 Space plays and pauses', async () => {
    await open('grant', 'film')
    await press('Space')
    expect((await state()).playing).toBe(true)
    await press('Space')
    expect((await state()).playing).toBe(false)
  })
  it('PLAY-10 PLAY-11 the arrows seek 5 s back and forward', async () => {
    await open('grant', 'film')
    await seek(6)
    await press('ArrowLeft')
    expect(await time()).toBe(1)
    await press('ArrowRight')
    expect(await time()).toBe(6)
  })
  it.each(['#field', '#dialog'])('PLAY-12 in %s the keys do nothing', async (place) => {
    await open('grant', 'film')
    await seek(6)
    for (const key of ['Space', 'ArrowLeft', 'ArrowRight']) await press(key, place)
    expect((await state()).playing).toBe(false)
    expect(await time()).toBe(6)
  })
  it('PLAY-12 Space on a focused button does not toggle playback', async () => {
    await open('grant', 'film')
    await press('Space', '#button')
    expect((await state()).playing).toBe(false)
  })
  it('PLAY-12 during a conversion the keys belong to the input method', async () => {
    await open('grant', 'film')
    await seek(6)
    const session = await page.context().newCDPSession(page)
    await page.focus('#field')
    await session.send('Input.imeSetComposition', { text: 'かいぎ', selectionStart: 3, selectionEnd: 3 })
    await page.evaluate(() => {
      const keys = [
        { key: ' ', isComposing: true },
        { key: 'ArrowRight', keyCode: 229 },
      ]
      for (const key of keys) document.body.dispatchEvent(new KeyboardEvent('keydown', { ...key, bubbles: true }))
    })
    await page.keyboard.press('ArrowRight')
    expect((await state()).playing).toBe(false)
    expect(await time()).toBe(6)
  })
  it('keys with a modifier do nothing', async () => {
    await open('grant', 'film')
    await seek(6)
    await press('Control+ArrowRight')
    await press('Alt+ArrowLeft')
    expect(await time()).toBe(6)
  })
})
