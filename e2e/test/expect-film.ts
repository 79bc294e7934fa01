import type { Locator } from 'playwright-core'
import { expect } from 'vitest'

interface Expected {
  language: 'ja' | 'en'
  /** The first subtitle. */
  subtitle: string
}

/**
 * The short film in this part of the page plays, and its subtitles in this language are visible: the picture changes
 * where they are when they are turned off.
 */
export async function expectFilm(part: Locator, { language, subtitle }: Expected): Promise<void> {
  const film = part.locator('video')
  await film.scrollIntoViewIfNeeded()
  // Reduced motion: it plays when the user starts it.
  await film.evaluate((video: HTMLVideoElement) => (video.paused ? video.play() : undefined))
  const tracks = () =>
    film.evaluate((video: HTMLVideoElement) =>
      [...video.textTracks].map(({ kind, language, mode }) => `${kind} ${language} ${mode}`),
    )
  await expect
    .poll(tracks)
    .toEqual(['ja', 'en'].map((one) => `subtitles ${one} ${one === language ? 'showing' : 'disabled'}`))
  const state = () =>
    film.evaluate((video: HTMLVideoElement) => {
      const found = {
        width: video.videoWidth,
        isPlaying: !video.paused && video.currentTime > 0.5,
        subtitles: [...video.textTracks]
          .filter(({ mode }) => mode === 'showing')
          .flatMap(({ activeCues }) => [...(activeCues ?? [])].map((cue) => (cue as VTTCue).text.replaceAll('\n', ''))),
      }
      // On a busy machine the first subtitle, of five seconds or more, may have ended before it was loaded or looked for.
      if (video.currentTime > 4.5) video.currentTime = 0
      return found
    })
  await expect.poll(state).toEqual({ width: 1_280, isPlaying: true, subtitles: [subtitle] })
  await film.evaluate((video: HTMLVideoElement) => {
    video.pause()
    video.controls = false
  })
  const shown = await film.screenshot()
  const setMode = (mode: TextTrackMode) =>
    film.evaluate(
      (video: HTMLVideoElement, [of, to]) => {
        for (const track of video.textTracks) if (track.language === of) track.mode = to as TextTrackMode
      },
      [language, mode],
    )
  await setMode('hidden')
  await expect.poll(async () => (await film.screenshot()).equals(shown)).toBe(false)
  await setMode('showing')
  await film.evaluate((video: HTMLVideoElement) => {
    video.controls = true
  })
}
