import { useEffect, useRef, useState } from 'react'
import type { CloudPlace, CloudRequest } from './cloud-layout.ts'

type Places = ReadonlyMap<string, CloudPlace>
const NOWHERE: Places = new Map()

/** Computes layouts in a worker, one at a time. While one is computed, only the newest request waits. */
class Layouter {
  readonly #worker = new Worker(new URL('./cloud.worker.ts', import.meta.url), { type: 'module' })
  readonly #onLayout: (layout: CloudLayout) => void
  #isBusy = false
  #waiting: Omit<CloudRequest, 'known'> | null = null
  #known: Places = NOWHERE
  /** The last request as text. Most steps of the slider change nothing. */
  #last = ''

  constructor(onLayout: (layout: CloudLayout) => void) {
    this.#onLayout = onLayout
    this.#worker.addEventListener('message', ({ data }: MessageEvent<Places>) => this.#receive(data))
    this.#worker.addEventListener('error', () => onLayout({ state: 'failed', places: NOWHERE }))
  }

  request(request: Omit<CloudRequest, 'known'>): void {
    const text = JSON.stringify(request)
    if (text === this.#last) return
    this.#last = text
    this.#waiting = request
    if (!this.#isBusy) this.#send()
  }

  end(): void {
    this.#worker.terminate()
  }

  #send(): void {
    this.#isBusy = this.#waiting !== null
    if (this.#waiting) this.#worker.postMessage({ ...this.#waiting, known: this.#known }, [])
    this.#waiting = null
  }

  #receive(places: Places): void {
    this.#known = places
    this.#onLayout({ state: 'placed', places })
    this.#send()
  }
}

interface CloudLayout {
  /** `failed`: the browser cannot compute layouts. */
  state: 'pending' | 'placed' | 'failed'
  /** The last layout. */
  places: Places
}

export function useCloudLayout(
  words: CloudRequest['words'],
  { width, height }: { width: number; height: number },
): CloudLayout {
  const [layout, setLayout] = useState<CloudLayout>({ state: 'pending', places: NOWHERE })
  const layouter = useRef<Layouter | null>(null)
  useEffect(() => {
    const made = new Layouter(setLayout)
    layouter.current = made
    return () => made.end()
  }, [])
  useEffect(() => {
    if (width > 0 && height > 0) layouter.current?.request({ words, width, height })
  }, [words, width, height])
  return layout
}
