import type { Recording } from './recording.ts'
import { type PlaybackSettings, savePlaybackSettings } from './playback-settings.ts'
import type { Source, SourceFailure } from './source.ts'
import { toSpeed } from './speeds.ts'

// The player without UI. State that changes rarely (playing, buffering, speed …) is one immutable object for
// subscribers. The time, which changes with every frame, has its own listeners.

export const SKIP_SECONDS = 5

export interface PlayerState extends PlaybackSettings {
  /** The user pressed play, even if the media is not loaded yet. */
  playing: boolean
  /** Playing, but waiting for data. */
  buffering: boolean
  /** In seconds. */
  duration: number
  /** 0 to 1. */
  volume: number
  muted: boolean
  failure: Exclude<SourceFailure, 'denied'> | null
}

type Listener = () => void
type TimeListener = (time: number) => void

/** A media grant may expire while the page is open. Number of renewals (per successful start) before giving up. */
const MAX_RENEWALS = 2

export class Player {
  readonly element: HTMLVideoElement
  #recording: Recording
  readonly #renew: () => Promise<string>
  #state: PlayerState
  #source: Promise<Source> | null = null
  /** Start position (seconds) until the element has media. */
  #pending: number | null = 0
  #renewals = 0
  #frame = 0
  readonly #listeners = new Set<Listener>()
  readonly #timeListeners = new Set<TimeListener>()
  readonly #abort = new AbortController()

  /** `renew` returns a media base URL with a new grant. Nothing is fetched before the first play. */
  constructor(element: HTMLVideoElement, recording: Recording, renew: () => Promise<string>) {
    this.element = element
    this.#recording = recording
    this.#renew = renew
    this.#state = {
      playing: false,
      buffering: false,
      duration: recording.duration,
      rate: 1,
      skipsSilence: false,
      volume: element.volume,
      muted: element.muted,
      failure: null,
    }
    element.preload = 'none'
    element.playsInline = true
    this.#listen()
  }

  readonly getState = (): PlayerState => this.#state

  readonly subscribe = (listener: Listener): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Subscribes to the time (seconds): at every frame while playing, and at every seek. */
  readonly onTime = (listener: TimeListener): (() => void) => {
    this.#timeListeners.add(listener)
    listener(this.time())
    return () => this.#timeListeners.delete(listener)
  }

  time(): number {
    return this.#pending ?? this.element.currentTime
  }

  /** Updates the address of the same media, or its duration. */
  update(recording: Recording): void {
    this.#recording = recording
    if (!(this.element.duration > 0)) this.#set({ duration: recording.duration })
  }

  play(): void {
    if (this.#state.failure) this.#detachSource()
    this.#set({ playing: true, buffering: this.element.readyState < 3, failure: null })
    void this.#start()
  }

  pause(): void {
    this.#set({ playing: false, buffering: false })
    this.element.pause()
  }

  readonly toggle = (): void => (this.#state.playing ? this.pause() : this.play())

  seek(time: number): void {
    const { duration } = this.#state
    const target = Math.max(0, duration > 0 ? Math.min(time, duration) : time)
    if (this.#pending === null) this.element.currentTime = target
    else this.#pending = target
    this.#notifyTime(target)
  }

  skip(seconds: number): void {
    this.seek(this.time() + seconds)
  }

  /** Sets the nearest speed that can be chosen, and remembers it. */
  setRate(wanted: number): void {
    const rate = toSpeed(wanted)
    this.element.defaultPlaybackRate = rate
    this.element.playbackRate = rate
    this.#set({ rate })
    savePlaybackSettings(this.#state)
  }

  /** Says whether silence is to be skipped, and remembers it. Who knows the words skips it. */
  setSkipsSilence(skipsSilence: boolean): void {
    this.#set({ skipsSilence })
    savePlaybackSettings(this.#state)
  }

  setVolume(volume: number): void {
    this.element.volume = Math.min(1, Math.max(0, volume))
    this.element.muted = false
    this.#set({ volume: this.element.volume, muted: false })
  }

  toggleMute(): void {
    this.element.muted = !this.element.muted
    this.#set({ muted: this.element.muted })
  }

  destroy(): void {
    this.#abort.abort()
    cancelAnimationFrame(this.#frame)
    this.element.pause()
    this.#detachSource()
    this.#listeners.clear()
    this.#timeListeners.clear()
  }

  #set(change: Partial<PlayerState>): void {
    const keys = Object.keys(change) as (keyof PlayerState)[]
    if (keys.every((key) => change[key] === this.#state[key])) return
    this.#state = { ...this.#state, ...change }
    for (const listener of this.#listeners) listener()
  }

  #notifyTime(time: number): void {
    for (const listener of this.#timeListeners) listener(time)
  }

  readonly #tick = (): void => {
    this.#notifyTime(this.time())
    if (!this.element.paused && !this.#abort.signal.aborted) this.#frame = requestAnimationFrame(this.#tick)
  }

  /** Loads the code of media sources on the first play, in parallel with hls.js. */
  async #attach(): Promise<Source> {
    const [{ attachSource }] = await Promise.all([import('./source.ts'), import('./hls.ts').catch(() => null)])
    return attachSource(this.element, this.#recording, this.#pending ?? 0, {
      onFailure: (reason) => void this.#fail(reason),
      onReplaced: () => this.#state.playing && this.#playElement(),
    })
  }

  async #start(): Promise<void> {
    this.#source ??= this.#attach()
    try {
      await this.#source
    } catch {
      // The code could not be loaded.
      this.#source = null
      return this.#set({ playing: false, buffering: false, failure: 'network' })
    }
    if (this.#state.playing && !this.#abort.signal.aborted) this.#playElement()
  }

  /** Browsers block playback without a user gesture; the player then pauses. */
  #playElement(): void {
    this.element.play().catch((error: unknown) => {
      if (error instanceof DOMException && error.name === 'NotAllowedError') this.pause()
    })
  }

  /** Detaches the media and stores the position. */
  #detachSource(): void {
    this.#pending = this.time()
    const source = this.#source
    this.#source = null
    void source?.then(
      (old) => old.detach(),
      () => undefined,
    )
  }

  async #fail(reason: SourceFailure): Promise<void> {
    if (this.#abort.signal.aborted) return
    this.#detachSource()
    if (reason !== 'denied') return this.#set({ playing: false, buffering: false, failure: reason })
    if (this.#renewals++ >= MAX_RENEWALS) return this.#set({ playing: false, buffering: false, failure: 'network' })
    try {
      this.#recording = { ...this.#recording, url: await this.#renew() }
      if (this.#state.playing) await this.#start()
    } catch {
      this.#set({ playing: false, buffering: false, failure: 'network' })
    }
  }

  #listen(): void {
    const on = (name: keyof HTMLMediaElementEventMap, handle: Listener) =>
      this.element.addEventListener(name, handle, { signal: this.#abort.signal })
    on('durationchange', () => {
      const { duration } = this.element
      if (Number.isFinite(duration) && duration > 0) this.#set({ duration })
    })
    on('loadedmetadata', () => {
      const start = this.#pending
      this.#pending = null
      if (start !== null && Math.abs(this.element.currentTime - start) > 0.01) this.element.currentTime = start
      this.element.playbackRate = this.#state.rate
    })
    on('playing', () => {
      this.#renewals = 0
      this.#set({ playing: true, buffering: false, failure: null })
      cancelAnimationFrame(this.#frame)
      this.#tick()
    })
    on('waiting', () => this.#set({ buffering: this.#state.playing }))
    on('pause', () => {
      // The element also pauses while its media is replaced; that is not a pause by the user.
      if (this.#pending === null) this.#set({ playing: false, buffering: false })
      this.#notifyTime(this.time())
    })
    on('ended', () => this.#set({ playing: false, buffering: false }))
    on('seeked', () => this.#notifyTime(this.time()))
    on('volumechange', () => this.#set({ volume: this.element.volume, muted: this.element.muted }))
    on('ratechange', () => this.#pending === null && this.#set({ rate: this.element.playbackRate }))
  }
}
