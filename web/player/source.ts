import type Hls from 'hls.js'
import type { ErrorData } from 'hls.js'
import type { Recording } from './recording.ts'
import { mediaOf } from './recording.ts'

// The media source: HLS by hls.js, native HLS, or the original file by Range requests while HLS is missing. Browsers
// report 'maybe' for native HLS even when it works badly, so hls.js is preferred. It is loaded on the first play.

/** Why media cannot be loaded: the grant expired, the network failed, or the browser cannot play it. */
export type SourceFailure = 'denied' | 'network' | 'unplayable'

export interface Source {
  /** Detaches from the element. */
  detach(): void
}

type HlsClass = typeof Hls

function denied(status: number | undefined) {
  return status === 401 || status === 403
}

function missing(status: number | undefined) {
  return status === 404 || status === 409 || status === 425
}

/**
 * Status of an answer whose body is of no interest. The body is discarded: Chromium keeps the connection of an uncacheable
 * answer until its body is read.
 */
async function fetchStatus(address: string, headers: Record<string, string> = {}): Promise<Response> {
  const answer = await fetch(address, { headers, credentials: 'include' })
  void answer.body?.cancel().catch(() => {})
  return answer
}

/** Requests the first byte to find out why an element rejected a URL. */
async function diagnose(address: string): Promise<SourceFailure> {
  try {
    const { status, ok } = await fetchStatus(address, { range: 'bytes=0-0' })
    if (ok) return 'unplayable'
    return denied(status) || missing(status) ? 'denied' : 'network'
  } catch {
    return 'network'
  }
}

function playDirectly(element: HTMLMediaElement, address: string, onFailure: (reason: SourceFailure) => void): Source {
  const handleError = () => {
    const code = element.error?.code
    if (code === MediaError.MEDIA_ERR_DECODE) onFailure('unplayable')
    else void diagnose(address).then(onFailure)
  }
  element.addEventListener('error', handleError)
  element.src = address
  return {
    detach() {
      element.removeEventListener('error', handleError)
      element.removeAttribute('src')
      element.load()
    },
  }
}

function playByHls(
  library: HlsClass,
  element: HTMLMediaElement,
  address: string,
  start: number,
  onMissing: () => void,
  onFailure: (reason: SourceFailure) => void,
): Source {
  const hls = new library({ startPosition: start, maxBufferLength: 30, backBufferLength: 60 })
  let hasRecovered = false
  hls.on(library.Events.ERROR, (_event: string, data: ErrorData) => {
    const status = data.response?.code
    if (denied(status)) {
      hls.stopLoad()
      onFailure('denied')
    } else if (!data.fatal) {
      return
    } else if (data.details === library.ErrorDetails.MANIFEST_LOAD_ERROR && missing(status)) {
      onMissing()
    } else if (data.type === library.ErrorTypes.MEDIA_ERROR && !hasRecovered) {
      hasRecovered = true
      hls.recoverMediaError()
    } else {
      onFailure(data.type === library.ErrorTypes.NETWORK_ERROR ? 'network' : 'unplayable')
    }
  })
  hls.loadSource(address)
  hls.attachMedia(element)
  return { detach: () => hls.destroy() }
}

function playsNatively(element: HTMLMediaElement) {
  return element.canPlayType('application/vnd.apple.mpegurl') !== ''
}

async function playlistExists(address: string): Promise<boolean> {
  const answer = await fetchStatus(address).catch(() => null)
  return answer?.ok === true
}

export interface SourceEvents {
  /** The source has failed and must be detached. */
  onFailure(reason: SourceFailure): void
  /** HLS is missing, so the original replaced it; the caller must start playback again. */
  onReplaced(): void
}

/** Attaches media to the element. With HLS, loading starts at `start` seconds. */
export async function attachSource(
  element: HTMLMediaElement,
  recording: Recording,
  start: number,
  { onFailure, onReplaced }: SourceEvents,
): Promise<Source> {
  const { playlist, original } = mediaOf(recording)
  const library = await import('./hls.ts').then(
    (module) => module.default,
    () => null,
  )
  if (library?.isSupported()) {
    let source: Source
    const onMissing = () => {
      source.detach()
      source = playDirectly(element, original, onFailure)
      onReplaced()
    }
    source = playByHls(library, element, playlist, start, onMissing, onFailure)
    return { detach: () => source.detach() }
  }
  const native = playsNatively(element) && (await playlistExists(playlist))
  return playDirectly(element, native ? playlist : original, onFailure)
}
