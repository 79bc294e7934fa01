// Records a page as frames with durations, not in real time: the film is the same on a slow machine, and every frame is
// sharp. The pointer is drawn into the page.
import { spawnSync } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Locator, Page } from 'playwright-core'
import { utf8Environment } from '../../packages/processes/utf8-environment.ts'

const FPS = 12
/** Frames of a movement of the pointer. */
const MOVE_FRAMES = 8

export interface Clip {
  x: number
  y: number
  width: number
  height: number
}

export interface Recorder {
  /** Shows the page as it is for this time. */
  hold: (seconds: number) => Promise<void>
  moveTo: (target: Locator) => Promise<void>
  click: (target: Locator) => Promise<void>
  type: (text: string) => Promise<void>
  /** Holds until this time of the film, so that subtitles fit in both languages. Throws if it is over. */
  until: (seconds: number) => Promise<void>
  save: (path: string) => Promise<void>
}

const POINTER = `<svg xmlns="http://www.w3.org/2000/svg" width="22" height="22" viewBox="0 0 24 24">
  <path d="M4 2l16 9-7 2-3 7z" fill="#1f2430" stroke="#fff" stroke-width="1.5"/></svg>`

/** `clip` is the part of the page that is recorded, with the proportions of the film. */
export function openRecorder(page: Page, folder: string, clip: Clip): Recorder {
  const frames: { name: string; seconds: number }[] = []
  let time = 0
  let pointer = { x: clip.x + clip.width * 0.8, y: clip.y + clip.height * 0.8 }

  const drawPointer = () =>
    page.evaluate(
      ({ x, y, svg }) => {
        let shown = document.getElementById('film-pointer') as HTMLImageElement | null
        if (!shown) {
          shown = document.createElement('img')
          shown.id = 'film-pointer'
          shown.src = `data:image/svg+xml,${encodeURIComponent(svg)}`
          shown.style.cssText = 'position:fixed;z-index:10000;pointer-events:none;left:0;top:0'
          document.documentElement.append(shown)
        }
        shown.style.transform = `translate(${x - 4}px, ${y - 2}px)`
      },
      { ...pointer, svg: POINTER },
    )

  const hold = async (seconds: number): Promise<void> => {
    await drawPointer()
    const name = `${String(frames.length).padStart(4, '0')}.png`
    await writeFile(join(folder, name), await page.screenshot({ clip, caret: 'initial' }))
    frames.push({ name, seconds })
    time += seconds
  }

  const moveTo: Recorder['moveTo'] = async (target) => {
    await target.scrollIntoViewIfNeeded()
    const box = await target.boundingBox()
    if (!box) throw new Error('The target of the pointer is not shown')
    const end = { x: box.x + box.width / 2, y: box.y + box.height / 2 }
    const start = pointer
    for (let step = 1; step <= MOVE_FRAMES; step += 1) {
      const part = step / MOVE_FRAMES
      // Slow at both ends.
      const eased = part * part * (3 - 2 * part)
      pointer = { x: start.x + (end.x - start.x) * eased, y: start.y + (end.y - start.y) * eased }
      // Frames take longer than shown: a menu would close while the pointer rests between it and its button.
      if (step === MOVE_FRAMES) await page.mouse.move(pointer.x, pointer.y)
      await hold(1 / FPS)
    }
  }

  return {
    hold,
    moveTo,
    click: async (target) => {
      await moveTo(target)
      await hold(0.3)
      await target.click()
    },
    type: async (text) => {
      for (const sign of text) {
        await page.keyboard.type(sign)
        await hold(2 / FPS)
      }
    },
    until: async (seconds) => {
      if (time > seconds) throw new Error(`The scene takes until ${time.toFixed(1)} s, not ${seconds} s`)
      await hold(seconds - time)
    },
    save: async (path) => {
      const last = frames.at(-1)
      const lines = frames.map(({ name, seconds }) => `file '${name}'\nduration ${seconds.toFixed(4)}`)
      // The demuxer ignores the duration of the last entry unless the file is listed again.
      await writeFile(join(folder, 'frames.txt'), `${lines.join('\n')}\nfile '${last?.name}'\n`)
      const size = 'scale=1280:720:flags=lanczos,format=yuv420p'
      const codec = ['-c:v', 'libx264', '-preset', 'veryslow', '-tune', 'animation', '-crf', '29', '-profile:v', 'high']
      const args = ['-v', 'error', '-y', '-f', 'concat', '-i', join(folder, 'frames.txt'), '-vf', `fps=${FPS},${size}`]
      const output = [...codec, '-g', String(FPS * 10), '-movflags', '+faststart', '-t', time.toFixed(3), '-an', path]
      const { status, stderr } = spawnSync('ffmpeg', [...args, ...output], { env: utf8Environment() })
      if (status !== 0) throw new Error(`ffmpeg made no film: ${String(stderr)}`)
    },
  }
}
