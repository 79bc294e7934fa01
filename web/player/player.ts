import type { Recording } from './recording.ts'
import { attachSource } from './source.ts'
import type { Source, SourceFailure } from './source.ts'

// The player as a machine without a page around it. What changes rarely (playing, buffering, speed …) is a state that
// listeners read as a whole; the time, which changes with every frame, goes to its own listeners and never through it.

export const SPEEDS = [0.5, 1, 1.5, 2] as const
export const SKIP_SECONDS = 5

export interface PlayerState {
  /** Somebody pressed play, whether or not there is anything to hear yet. */
  playing: boolean
  /** Playing, but waiting for data. */
  buffering: boolean
  /** Seconds. */
  duration: number
  rate: number
  /** 0 to 1. */
  volume: number
  muted: boolean
  failure: Exclude<SourceFailure, 'denied'> | null
}

type Listener = () => void
type TimeListener = (time: number) => void

/** A media grant can end while the page is open; it is asked for anew this often (per successful start) before giving up. */
const RENEWALS = 2

export class Player {
  readonly element: HTMLVideoElement
  private recording: Recording
  private readonly renew: () => Promise<string>
  private state: PlayerState
  private source: Promise<Source> | null = null
  /** Where to begin (seconds) while the element has no media yet. */
  private pending: number | null = 0
  private renewals = 0
  private frame = 0
  private readonly listeners = new Set<Listener>()
  private readonly timeListeners = new Set<TimeListener>()
  private readonly abort = new AbortController()

  /** `renew` answers a media base URL with a fresh grant. Nothing is fetched before the first play. */
  constructor(element: HTMLVideoElement, recording: Recording, renew: () => Promise<string>) {
    this.element = element
    this.recording = recording
    this.renew = renew
    this.state = {
      playing: false,
      buffering: false,
      duration: recording.duration,
      rate: 1,
      volume: element.volume,
      muted: element.muted,
      failure: null,
    }
    element.preload = 'none'
    element.playsInline = true
    this.listen()
  }

  readonly getState = (): PlayerState => this.state

  readonly subscribe = (listener: Listener): (() => void) => {
    this.listeners.add(listener)
    return () => this.listeners.delete(listener)
  }

  /** Hears the time (seconds) at every frame while playing, and at every jump. */
  readonly onTime = (listener: TimeListener): (() => void) => {
    this.timeListeners.add(listener)
    listener(this.time())
    return () => this.timeListeners.delete(listener)
  }

  time(): number {
    return this.pending ?? this.element.currentTime
  }

  /** A fresh address of the same media, or a duration that is known better by now. */
  update(recording: Recording): void {
    this.recording = recording
    if (!(this.element.duration > 0)) this.set({ duration: recording.duration })
  }

  play(): void {
    if (this.state.failure) this.forget()
    this.set({ playing: true, buffering: this.element.readyState < 3, failure: null })
    void this.start()
  }

  pause(): void {
    this.set({ playing: false, buffering: false })
    this.element.pause()
  }

  readonly toggle = (): void => (this.state.playing ? this.pause() : this.play())

  seek(time: number): void {
    const { duration } = this.state
    const goal = Math.max(0, duration > 0 ? Math.min(time, duration) : time)
    if (this.pending === null) this.element.currentTime = goal
    else this.pending = goal
    this.tell(goal)
  }

  skip(seconds: number): void {
    this.seek(this.time() + seconds)
  }

  setRate(rate: number): void {
    this.element.defaultPlaybackRate = rate
    this.element.playbackRate = rate
    this.set({ rate })
  }

  setVolume(volume: number): void {
    this.element.volume = Math.min(1, Math.max(0, volume))
    this.element.muted = false
    this.set({ volume: this.element.volume, muted: false })
  }

  toggleMute(): void {
    this.element.muted = !this.element.muted
    this.set({ muted: this.element.muted })
  }

  destroy(): void {
    this.abort.abort()
    cancelAnimationFrame(this.frame)
    this.element.pause()
    this.forget()
    this.listeners.clear()
    this.timeListeners.clear()
  }

  private set(change: Partial<PlayerState>): void {
    const keys = Object.keys(change) as (keyof PlayerState)[]
    if (keys.every((key) => change[key] === this.state[key])) return
    this.state = { ...this.state, ...change }
    for (const listener of this.listeners) listener()
  }

  private tell(time: number): void {
    for (const listener of this.timeListeners) listener(time)
  }

  private readonly tick = (): void => {
    this.tell(this.time())
    if (!this.element.paused && !this.abort.signal.aborted) this.frame = requestAnimationFrame(this.tick)
  }

  private async start(): Promise<void> {
    this.source ??= attachSource(this.element, this.recording, this.pending ?? 0, {
      onFailure: (why) => void this.fail(why),
      onReplaced: () => this.state.playing && this.sound(),
    })
    await this.source
    if (this.state.playing && !this.abort.signal.aborted) this.sound()
  }

  /** Browsers refuse sound without a gesture: then the player simply waits for one. */
  private sound(): void {
    this.element.play().catch((error: unknown) => {
      if (error instanceof DOMException && error.name === 'NotAllowedError') this.pause()
    })
  }

  /** Lets go of the media and remembers the place. */
  private forget(): void {
    this.pending = this.time()
    const { source } = this
    this.source = null
    void source?.then((old) => old.detach())
  }

  private async fail(why: SourceFailure): Promise<void> {
    if (this.abort.signal.aborted) return
    this.forget()
    if (why !== 'denied') return this.set({ playing: false, buffering: false, failure: why })
    if (this.renewals++ >= RENEWALS) return this.set({ playing: false, buffering: false, failure: 'network' })
    try {
      this.recording = { ...this.recording, url: await this.renew() }
      if (this.state.playing) await this.start()
    } catch {
      this.set({ playing: false, buffering: false, failure: 'network' })
    }
  }

  private listen(): void {
    const on = (name: keyof HTMLMediaElementEventMap, handle: Listener) =>
      this.element.addEventListener(name, handle, { signal: this.abort.signal })
    on('durationchange', () => {
      const { duration } = this.element
      if (Number.isFinite(duration) && duration > 0) this.set({ duration })
    })
    on('loadedmetadata', () => {
      const start = this.pending
      this.pending = null
      if (start !== null && Math.abs(this.element.currentTime - start) > 0.01) this.element.currentTime = start
      this.element.playbackRate = this.state.rate
    })
    on('playing', () => {
      this.renewals = 0
      this.set({ playing: true, buffering: false, failure: null })
      cancelAnimationFrame(this.frame)
      this.tick()
    })
    on('waiting', () => this.set({ buffering: this.state.playing }))
    on('pause', () => {
      // An element whose media is being exchanged pauses too; the reader did not ask for that.
      if (this.pending === null) this.set({ playing: false, buffering: false })
      this.tell(this.time())
    })
    on('ended', () => this.set({ playing: false, buffering: false }))
    on('seeked', () => this.tell(this.time()))
    on('volumechange', () => this.set({ volume: this.element.volume, muted: this.element.muted }))
    on('ratechange', () => this.pending === null && this.set({ rate: this.element.playbackRate }))
  }
}
